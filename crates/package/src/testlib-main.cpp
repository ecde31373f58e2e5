
int main(int argc, char** argv) {
    registerValidation(argc, argv);
    validate();
    end();
}
