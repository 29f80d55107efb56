from roman import roman


def test_roman():
    assert roman(1994) == "MCMXCIV"
