"""A tagged PDF's structure: which marked content belongs to which element, in reading order.

ISO 32000-1, 14.7 and 14.8.  `Structure` numbers the marked content of each page as it is written
and makes the objects of the tree when all is written: StructTreeRoot, elements, parent tree.
"""

from __future__ import annotations

from dataclasses import field

from card_specs.values import dataclass
from deckgen.pdf_file import PdfFile, text_string
from deckgen.rulebook.units import Node

ROLE_MAP = "/RoleMap<</Title/P>>"
"""A cover's title is no standard role before PDF 2.0."""


@dataclass(eq=False)
class _Element:
    """A node with what it holds, in the order written: content, annotations, other elements."""

    node: Node
    number: int
    kids: list[str] = field(default_factory=list)


class Structure:
    """The tree of one file."""

    def __init__(self, file: PdfFile, language: str) -> None:
        self.file = file
        self.root = file.reserve()
        self.document = _Element(Node("Document", lang=language), file.reserve())
        self.elements: dict[Node, _Element] = {self.document.node: self.document}
        self.parents: list[list[int]] = []
        """For each page, or annotation, the elements of its content."""
        self.pages: list[int] = []

    # --- while pages are written -----------------------------------------------------------------

    def begin_page(self) -> int:
        """A page begins; gives its key in the parent tree."""
        self.parents.append([])
        self.pages.append(len(self.parents) - 1)
        return len(self.parents) - 1

    def mark(self, node: Node, key: int, page: int) -> str:
        """The operator that begins content of the node on a page (by its object number)."""
        element = self._element(node)
        mcid = len(self.parents[key])
        self.parents[key].append(element.number)
        element.kids.append(f"<</Type/MCR/Pg {page} 0 R/MCID {mcid}>>")
        return f"/{node.role} <</MCID {mcid}>> BDC"

    def annotation(self, node: Node, page: int, number: int) -> int:
        """An annotation (a link) belongs to the node; gives its key in the parent tree."""
        element = self._element(node)
        element.kids.append(f"<</Type/OBJR/Pg {page} 0 R/Obj {number} 0 R>>")
        self.parents.append([element.number])
        return len(self.parents) - 1

    def _element(self, node: Node) -> _Element:
        found = self.elements.get(node)
        if found is None:
            found = self.elements[node] = _Element(node, self.file.reserve())
            parent = self._element(node.parent) if node.parent else self.document
            parent.kids.append(f"{found.number} 0 R")
        return found

    # --- when all is written ---------------------------------------------------------------------

    def close(self) -> str:
        """Write the tree's objects; gives the entries of the catalogue."""
        file = self.file
        for element in self.elements.values():
            parent = element.node.parent
            above = self.root
            if element is not self.document:
                above = self.elements[parent].number if parent else self.document.number
            file.fill(element.number, _entry(element, above))
        tree = file.reserve()
        nums = []
        for key, owners in enumerate(self.parents):
            if key in self.pages:
                nums.append(f"{key}[{' '.join(f'{n} 0 R' for n in owners)}]")
            else:
                nums.append(f"{key} {owners[0]} 0 R")
        file.fill(tree, f"<</Nums[{' '.join(nums)}]>>")
        file.fill(
            self.root,
            f"<</Type/StructTreeRoot/K[{self.document.number} 0 R]/ParentTree {tree} 0 R"
            f"/ParentTreeNextKey {len(self.parents)}{ROLE_MAP}>>",
        )
        return f"/StructTreeRoot {self.root} 0 R/MarkInfo<</Marked true>>"


def _entry(element: _Element, above: int) -> str:
    node = element.node
    more = f"/Alt{text_string(node.alt)}" if node.alt else ""
    more += f"/Lang({node.lang})" if node.lang else ""
    more += f"/T{text_string(node.title)}" if node.title else ""
    if node.scope:
        more += f"/A<</O/Table/Scope/{node.scope}>>"
    elif node.role == "L":
        more += "/A<</O/List/ListNumbering/Decimal>>"
    kids = " ".join(element.kids)
    return f"<</Type/StructElem/S/{node.role}/P {above} 0 R/K[{kids}]{more}>>"
