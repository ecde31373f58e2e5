import java.util.*;

public class Sum {
    public static void main(String[] arguments) {
        Scanner numbers = new Scanner(System.in);
        int sum = 0;
        while (numbers.hasNextInt()) {
            sum += numbers.nextInt();
        }
        System.out.println(sum);
    }
}
