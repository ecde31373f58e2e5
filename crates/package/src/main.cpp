
int main() {
    validate();
    end();
    return ACCEPTED;
}
