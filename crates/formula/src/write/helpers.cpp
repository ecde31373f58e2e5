// What written programs call; later functions may call earlier ones. A line here on top is written where the program has one of
// the words behind it, a function where the program calls it.
#include <algorithm>  // std::max std::max_element std::min std::min_element std::replace std::reverse std::sort
#include <cmath>  // sqrtl
#include <cstdio>  // EOF
#include <cstdlib>  // std::exit
#include <functional>  // Rule
#include <iostream>  // std::cin
#include <sstream>  // std::istringstream std::stringstream
#include <string>  // std::getline std::string
#include <vector>  // Row

using Int = __int128;  // Int
using Row = std::vector<Int>;  // Row
using Rule = std::function<Int(Int, Int)>;  // Rule

Int ones(Int x) {
    Int count = 0;
    for (; x > 0; x /= 2) count += x % 2;
    return count;
}

Int lowbit(Int x) {
    return x & -x;
}

Int length(Int x) {
    Int count = 0;
    for (; x > 0; x /= 2) count++;
    return count;
}

// The exponent of 2.
Int v2(Int x) {
    return x > 0 ? length(lowbit(x)) - 1 : 0;
}

Int least_factor(unsigned long long x) {
    unsigned long long divisor = 2;
    while (divisor <= x / divisor && x % divisor != 0) divisor++;
    return divisor <= x / divisor ? divisor : x;
}

Int factors(Int x) {
    Int count = 0;
    for (; x > 1; count++) x /= least_factor(x);
    return count;
}

// The index of the least prime factor: 1 for 2, 2 for 3, 3 for 5.
Int leastprime(Int x) {
    Int prime = least_factor(x), count = 0;
    if (prime < 2) return prime;
    std::vector<bool> composite(prime + 1);
    for (Int n = 2; n <= prime; n++) {
        if (composite[n]) continue;
        count++;
        for (Int multiple = n * n; multiple <= prime; multiple += n) composite[multiple] = true;
    }
    return count;
}

// The Fibonacci numbers from 1, 2 on, up to x at least; below 2^127.
Row fibonacci_numbers(Int x) {
    Row numbers = {1, 2};
    while (numbers.back() < x && numbers.end()[-2] <= x - numbers.back()) {
        numbers.push_back(numbers.end()[-2] + numbers.back());
    }
    return numbers;
}

// The least of the Fibonacci numbers whose sum is x, no two of them neighbours.
Int zeckendorf(Int x) {
    Row numbers = fibonacci_numbers(x);
    Int least = 0;
    for (size_t index = numbers.size(); index-- > 0;) {
        if (numbers[index] > x) continue;
        least = numbers[index];
        x -= least;
    }
    return least;
}

// The number of index x among those with an odd number of binary ones.
Int odious(Int x) {
    return 2 * x + (ones(x) + 1) % 2;
}

// The largest y with y * (y - x) <= x * x: the sum of the Fibonacci numbers behind those whose sum is x, which is too large by 1
// where the least of these is 1, 3, 8 and so on.
Int phi(Int x) {
    Row numbers = fibonacci_numbers(x);
    Int y = 0, more = 0;
    for (size_t index = numbers.size(); index-- > 0;) {
        if (numbers[index] > x) continue;
        x -= numbers[index];
        y += numbers[index] + (index > 0 ? numbers[index - 1] : 1);
        more = 1 - index % 2;
    }
    return y - more;
}

Int root(Int x) {
    Int y = x > 0 ? sqrtl(x) : 0;
    while (y > 0 && y > x / y) y--;
    while (y + 1 <= x / (y + 1)) y++;
    return y;
}

bool fibonacci(Int x) {
    return x > 0 && zeckendorf(x) == x;
}

bool square(Int x) {
    return root(x) * root(x) == x;
}

bool triangular(Int x) {
    return square(8 * x + 1);
}

bool power(Int x) {
    return ones(x) == 1;
}

Int gcd(Int x, Int y) {
    return y == 0 ? x : gcd(y, x % y);
}

Int quotient(Int x, Int y) {
    if (y <= 0) return 0;
    return x / y - (x % y < 0);
}

Int mod(Int x, Int y) {
    if (y <= 0) return x;
    return x % y + (x % y < 0 ? y : 0);
}

// Numbers, and then numbers again and again, each time increased by the saltus.
Int periodic(Int x, const Row& before, const Row& period, Int saltus = 0) {
    Int start = before.size(), length = period.size();
    if (x < start) return x < 0 ? 0 : before[x];
    return period[(x - start) % length] + (x - start) / length * saltus;
}

// A recursion over digits: each has a rule of the number without it and of the value of that number.
Int digits(Int x, const Row& first, const std::vector<Rule>& rules) {
    if (x < Int(first.size())) return x < 0 ? 0 : first[x];
    Int base = rules.size();
    return rules[x % base](x / base, digits(x / base, first, rules));
}

Int at(const Row& numbers, size_t index) {
    return index < numbers.size() ? numbers[index] : 0;
}

Row after(const Row& numbers, size_t count) {
    return Row(numbers.begin() + std::min(count, numbers.size()), numbers.end());
}

Row sorted(Row numbers) {
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

Row differences(const Row& numbers) {
    Row row = sorted(numbers);
    for (size_t index = row.size(); index-- > 1;) row[index] -= row[index - 1];
    return row;
}

Row gaps(const Row& numbers) {
    Row row = differences(numbers);
    for (Int& gap : row) gap--;
    return row;
}

Int largest(const Row& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

Int smallest(const Row& values) {
    return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

// The free places in front of each coin and behind the last one.
Row endgaps(Int end, const Row& numbers) {
    Row row = gaps(numbers);
    row.push_back(end - largest(numbers) - 1);
    return row;
}

Row indices(const Row& numbers) {
    Row row;
    for (size_t index = 0; index < numbers.size(); index++) row.insert(row.end(), std::max<Int>(numbers[index], 0), index);
    return row;
}

Row multiplicities(const Row& numbers) {
    Row row, all = sorted(numbers);
    for (size_t index = 0; index < all.size(); index++) {
        if (index == 0 || all[index] != all[index - 1]) row.push_back(0);
        row.back()++;
    }
    return row;
}

// A strip with coins, as characters.
std::string strip(Int end, const Row& coins) {
    std::string strip(std::max<Int>(end, 0), '.');
    for (Int coin : coins) {
        if (1 <= coin && coin <= end) strip[coin - 1] = 'o';
    }
    return strip;
}

Row places(const std::string& word, char one) {
    Row row;
    for (size_t at = 0; at < word.size(); at++) {
        if (word[at] == one) row.push_back(at + 1);
    }
    return row;
}

// The numbers of characters between the places of one of them.
Row between(const std::string& word, char end) {
    Row row = {0};
    for (char c : word) {
        if (c == end) row.push_back(0);
        else row.back()++;
    }
    return row;
}

// The lengths of the runs of a character.
Row runs(const std::string& word, char one) {
    Row row;
    for (size_t at = 0; at < word.size(); at++) {
        if (word[at] != one) continue;
        if (at == 0 || word[at - 1] != one) row.push_back(0);
        row.back()++;
    }
    return row;
}

// The values of the brackets within the outer ones.
template <class Value>
Row branches(const std::string& word, Value value) {
    Row row;
    int depth = 0;
    size_t start = 1;
    for (size_t at = 1; at + 1 < word.size(); at++) {
        depth += word[at] == '(' ? 1 : -1;
        if (depth > 0) continue;
        row.push_back(value(word.substr(start, at + 1 - start)));
        start = at + 1;
    }
    return row;
}

template <class T>
T reversed(T row) {
    std::reverse(row.begin(), row.end());
    return row;
}

template <class Part>
Row each(const Row& row, Part part) {
    Row values;
    for (Int x : row) values.push_back(part(x));
    return values;
}

// As each, of parts with their index from the left, from 1 on, and from the right, from 0 on.
template <class Part>
Row each_indexed(const Row& row, Part part) {
    Row values;
    Int n = row.size();
    for (Int i = 1; i <= n; i++) values.push_back(part(row[i - 1], i, n - i));
    return values;
}

Int nimsum(const Row& values) {
    Int sum = 0;
    for (Int value : values) sum ^= value;
    return sum;
}

// The sums of the binary digits modulo a base, as digits of a number in that base.
Int digitsums(Int base, const Row& values) {
    Int sums = 0;
    for (int digit = 126; digit >= 0; digit--) {
        Int count = 0;
        for (Int value : values) count += value >> digit & 1;
        sums = sums * base + count % base;
    }
    return sums;
}

Int sum(const Row& values) {
    Int sum = 0;
    for (Int value : values) sum += value;
    return sum;
}

Int first(const Row& values) {
    return values.empty() ? 0 : values.front();
}

Int last(const Row& values) {
    return values.empty() ? 0 : values.back();
}

// How many are not 0 in front of the first 0.
Int leading(const Row& values) {
    Int count = 0;
    for (Int value : values) {
        if (value == 0) break;
        count++;
    }
    return count;
}

std::string read_word(std::istream& input) {
    std::string word;
    input >> word;
    return word;
}

// Ends the program at a word that is no number below 2^63.
Int read_number(const std::string& word) {
    std::istringstream text(word);
    long long number;
    if (!(text >> number) || !text.eof()) {
        std::cerr << word << " is no number below 2^63\n";
        std::exit(1);
    }
    return number;
}

// Leaves out a line that counts positions, 1, and the number of the first of several lines that says how many follow.
Row read_numbers(std::istream& input) {
    std::vector<Row> lines;
    for (std::string line; std::getline(input, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        Row numbers;
        for (std::string word; words >> word;) {
            if (word != "-") numbers.push_back(read_number(word));
        }
        if (!numbers.empty() || !lines.empty()) lines.push_back(numbers);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    if (lines.size() > 2 && lines[0] == Row{1}) lines.erase(lines.begin());
    size_t count = 0;
    for (size_t at = 1; at < lines.size(); at++) count += lines[at].size();
    Row numbers = lines.empty() ? Row() : lines[0];
    for (size_t at = numbers.size(); lines.size() > 1 && at-- > 0;) {
        if (numbers[at] == Int(count)) {
            numbers.erase(numbers.begin() + at);
            break;
        }
    }
    for (size_t at = 1; at < lines.size(); at++) numbers.insert(numbers.end(), lines[at].begin(), lines[at].end());
    return numbers;
}
