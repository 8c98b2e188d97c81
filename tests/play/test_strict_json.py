import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples import sample
from tablas.errors import NotationError
from tablas.strict_json import Reader, read_object


def test_fields_are_taken_by_type():
    line = Reader(read_object('{"a": "x", "b": 3, "c": true, "d": [1, 2], "e": {"f": "y"}}'))
    assert line.text("a") == "x"
    assert line.integer("b", 1, 6) == 3
    assert line.boolean("c")
    assert line.integers("d", 2, 1, 6) == (1, 2)
    inner = line.object("e")
    assert inner.choice("f", ("y", "z")) == "y"
    inner.finish()
    line.finish()


def test_the_error_names_the_field_what_was_found_and_what_was_expected():
    with pytest.raises(NotationError) as caught:
        Reader({"dice": [3, 9]}).integers("dice", 2, 1, 6)
    assert str(caught.value) == "field 'dice': found [3, 9], expected 2 whole numbers 1 to 6"


@pytest.mark.parametrize(
    "text", ["{", "null", '"x"', "1e999999999", "{}{}", '{"a": Infinity}', '{"a": 1, "a": 2}']
)
def test_other_texts_are_refused(text):
    with pytest.raises(NotationError):
        read_object(text)


@settings(max_examples=sample(80))
@given(st.one_of(st.text(), st.text(alphabet='{}[]":,0123456789.eE-tfn\\u ')))
def test_any_text_gives_an_object_or_the_error(text):
    with contextlib.suppress(NotationError):
        assert isinstance(read_object(text), dict)
