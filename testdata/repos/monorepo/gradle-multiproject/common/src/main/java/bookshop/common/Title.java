package bookshop.common;

public final class Title {
    private Title() {
    }

    public static String of(String text) {
        return text.strip();
    }
}
