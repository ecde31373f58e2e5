package main

import "fmt"

func main() {
	var sum, number int
	for {
		if _, err := fmt.Scan(&number); err != nil {
			break
		}
		sum += number
	}
	fmt.Println(sum)
}
