"""What scripts here know of the headings of documents."""
import re


def slug(title):
    """The anchor that GitHub and docs-site make of a heading, which comes without markup."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
