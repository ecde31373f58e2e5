var words = Console.In.ReadToEnd().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
Console.WriteLine(words.Sum(int.Parse));
