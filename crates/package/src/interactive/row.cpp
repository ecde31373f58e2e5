#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using u64 = unsigned long long;

// A move takes an amount, at least 1, from a place, counted from 0.
struct Move {
    size_t place;
    u64 amount;
};

// A move as the two numbers of its line.
struct Line {
    u64 first, second;
};

// A row of places from which moves take. A game says what is different in it.
struct Row {
    std::vector<u64> row;

    virtual ~Row() = default;
    virtual void read(std::istream& input) = 0;
    // The least and the most that a move takes from a place; 0 if it has no move.
    virtual u64 most(size_t place) const { return row[place]; }
    virtual u64 least(size_t place) const { return most(place) > 0; }
    virtual bool is_legal(Move move) const { return 1 <= move.amount && move.amount <= most(move.place); }
    virtual void make(Move move) { row[move.place] -= move.amount; }
    // Numbers whose nim-sum is 0 exactly where the player to move loses. A move can lower each by any amount.
    virtual std::vector<u64> values() const { return row; }

    // Finds a move that wins, if there is one.
    virtual bool find_winning(Move& move) const {
        std::vector<u64> heaps = values();
        u64 sum = 0;
        for (u64 heap : heaps) sum ^= heap;
        for (size_t i = 0; i < heaps.size(); i++)
            if ((heaps[i] ^ sum) < heaps[i]) {
                move = {i, heaps[i] - (heaps[i] ^ sum)};
                return true;
            }
        return false;
    }

    // Finds a move; if there is none, the game is over.
    bool find_any(Move& move) const {
        for (size_t i = 0; i < row.size(); i++)
            if (most(i) > 0) {
                move = {i, most(i)};
                return true;
            }
        return false;
    }

    virtual Line line(Move move) const { return {move.place + 1, move.amount}; }
    // Reads a line; false if no move has these numbers.
    virtual bool parse(Line line, Move& move) const {
        if (line.first < 1 || line.first > row.size()) return false;
        move = {static_cast<size_t>(line.first - 1), line.second};
        return is_legal(move);
    }

protected:
    static u64 number(std::istream& input) {
        u64 number = 0;
        input >> number;
        return number;
    }
    void read_row(std::istream& input, u64 count) {
        row.resize(static_cast<size_t>(count));
        for (u64& place : row) place = number(input);
    }
};

