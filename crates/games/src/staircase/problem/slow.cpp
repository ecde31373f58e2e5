static bool any_move(Position& steps, const Each& each) {
    for (size_t step = 0; step < steps.size(); step++)
        for (u64 coins = 1; coins <= steps[step]; coins++) {
            steps[step] -= coins;
            if (step > 0) steps[step - 1] += coins;
            bool found = each(steps);
            if (step > 0) steps[step - 1] -= coins;
            steps[step] += coins;
            if (found) return true;
        }
    return false;
}

static bool answer() {
    Position steps = row(row(1)[0]);
    std::puts(wins(steps) ? "Yes" : "No");
    return true;
}

int main() { answer(); }
