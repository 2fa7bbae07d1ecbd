"""Reads families, their kinds, the boards with their sides, and puts the whole model together."""

from typing import Literal, cast

from imhotep.diagnostics import Notes
from imhotep.document.nodes import Entry, Mapping, Scalar
from imhotep.model import declarations as m
from imhotep.model.reading import Reader, TableOfPlay, text_of
from imhotep.model.types import NUMBER, TRUTH, Type


def read_model(root: Mapping, table: TableOfPlay, notes: Notes) -> m.Model | None:
    """The declarations of a composed ruleset for one table, or None where it cannot be made out."""
    return _Things(root, table, notes).model()


class _Things(Reader):
    def model(self) -> m.Model | None:
        root = self.root
        begin = root.get("begin")
        seats = list(self.entries(root, "seats"))[: self.table.players]
        id = root.get("ruleset")
        assert isinstance(begin, Scalar)
        if len(seats) < self.table.players:
            players = root.get("players")
            most = players.get("most") if isinstance(players, Mapping) else None
            self.notes.error(
                "M011", f"there are {len(seats)} seats for {self.table.players} players", (most or root).span,
                "add seats, or make `most:` smaller",
            )  # fmt: skip
            return None
        for seat in seats:
            self.label(f"seats.{seat.key.text}", seat.value)
        game = m.Home(names=m.Names())
        if not self._kind_ids():
            return None
        self.names(root, game.names, game, "")
        families = tuple(
            self._family(e.key, e.value, game) for e in self.entries(root, "components") if isinstance(e.value, Mapping)
        )
        limits = root.get("limits")
        pending = limits.get("pending") if isinstance(limits, Mapping) else None
        winner = root.get("winner")
        scores = list(self.entries(root, "scores"))
        for e in self.entries(root, "prompts"):
            self.texts[f"prompts.{e.key.text}"] = text_of(e.value)
        for e in scores:
            self.label(f"scores.{e.key.text}", e.value)
        return m.Model(
            id=id.text if isinstance(id, Scalar) else "game",
            players=self.table.players,
            seats=tuple(s.key.text for s in seats),
            sides=tuple((e.key.text, self.side(e)) for e in self.entries(root, "boards")),
            families=families,
            game=game,
            fields=tuple(self._field(e) for e in self.entries(root, "fields")),
            options=tuple(self._option(e) for e in self.entries(root, "options") if isinstance(e.value, Mapping)),
            triggers=tuple(self._trigger(e) for e in self.entries(root, "triggers")),
            actions=tuple(self._action(e, game) for e in self.entries(root, "actions")),
            rules=tuple(self._rule(e, game) for e in self.entries(root, "rules")),
            scores=tuple(e.key.text for e in scores),
            begin=begin,
            winner=tuple((e.key.text, e.value) for e in self.entries(winner, "by") if isinstance(e.value, Scalar)),
            pending=int(pending.value) if isinstance(pending, Scalar) and isinstance(pending.value, int) else 32,
            texts=tuple(self.texts.items()),
            lists=tuple(self.lists),
            table_span=begin.span,
        )

    def _kind_ids(self) -> bool:
        """Find the kinds of each family; false where it cannot be told whose the boards are."""
        for e in self.entries(self.root, "components"):
            sort = self._sort(e)
            if sort == "component":
                kinds = tuple(k.key.text for k in self.entries(e.value, "kinds")) or (e.key.text,)
            elif sort == "board":
                kinds = tuple(b.key.text for b in self.entries(self.root, "boards"))
            else:
                kinds = tuple(c.key.text for c in self._cards(e.key.text))
            self.kind_ids[e.key.text] = kinds
        for card in self.entries(self.root, "cards"):
            family = card.value.get("family") if isinstance(card.value, Mapping) else None
            cards = [f for f in self.entries(self.root, "components") if self._sort(f) == "card"]
            if isinstance(family, Scalar) and family.text not in {f.key.text for f in cards}:
                self.notes.unknown("M012", "card family", family.text, family.span, [f.key.text for f in cards])
        boards = [e for e in self.entries(self.root, "components") if self._sort(e) == "board"]
        if len(boards) > 1:
            self.notes.error("M013", "there are two families of boards", boards[1].key.span)
        first = next(iter(self.entries(self.root, "boards")), None)
        if first is not None and not boards:
            self.notes.error(
                "M013", "there are boards, but no family of boards", first.key.span,
                "declare one under `components:` with `is: board`",
            )  # fmt: skip
        return len(boards) == 1 or (not boards and first is None)

    def _sort(self, entry: Entry) -> Literal["component", "card", "board"]:
        found = entry.value.get("is") if isinstance(entry.value, Mapping) else None
        return cast(Literal["component", "card", "board"], found.text) if isinstance(found, Scalar) else "component"

    def _cards(self, family: str) -> list[Entry]:
        return [
            e
            for e in self.entries(self.root, "cards")
            if isinstance(e.value, Mapping) and isinstance(f := e.value.get("family"), Scalar) and f.text == family
        ]

    def side(self, board: Entry) -> str:
        """The side of a board that lies up: the one asked for, else its first."""
        sides = [s.key.text for s in self.entries(board.value, "sides")]
        asked = self.table.sides.get(board.key.text)
        return asked if asked in sides else sides[0] if sides else ""

    def _family(self, key: Scalar, node: Mapping, game: m.Home) -> m.FamilyDeclaration:
        entry = Entry(key, node)
        sort = self._sort(entry)
        path = f"components.{key.text}"
        self.label(path, node)
        home = m.Home(names=m.Names(), outer=game)
        self.names(node, home.names, home, path, family=key.text)
        fields = self.fields(node)
        starts = node.get("starts_in")
        kinds: list[m.Kind] = []
        if sort == "component":
            inner = list(self.entries(node, "kinds")) or [entry]
            kinds += [self._kind(e, fields, game, f"{path}.kinds", bare=e is entry, family=node) for e in inner]
        elif sort == "card":
            kinds += [self._kind(e, fields, game, "cards") for e in self._cards(key.text)]
        else:
            kinds += [self._board(e, fields, game) for e in self.entries(self.root, "boards")]
        return m.FamilyDeclaration(
            id=key.text,
            sort=sort,
            owned=isinstance(node.get("owner"), Scalar),
            fields=fields,
            areas=tuple(home.names.areas.values()),
            starts_in=starts if isinstance(starts, Scalar) else None,
            kinds=tuple(kinds),
            span=key.span,
        )

    def _kind(
        self,
        entry: Entry,
        fields: tuple[m.FieldDeclaration, ...],
        game: m.Home,
        path: str,
        *,
        bare: bool = False,
        family: Mapping | None = None,
    ) -> m.Kind:
        id = entry.key.text
        home = m.Home(source=id, thing=id, names=m.Names(), outer=game)
        where = f"{path}.{id}"
        self.label(where, entry.value)
        count = entry.value.get("count") if isinstance(entry.value, Mapping) else None
        if count is None and family is not None:
            count = family.get("count")
        self.names(entry.value, home.names, home, where)
        return m.Kind(
            id=id,
            count=count.value if isinstance(count, Scalar) and isinstance(count.value, int) else 1,
            values=() if bare else self.printed(entry.value, fields, entry.key, all_of_them=True),
            handlers=() if bare else self.handlers(entry.value, home, where),
            home=home,
            span=entry.key.span,
        )

    def _board(self, entry: Entry, fields: tuple[m.FieldDeclaration, ...], game: m.Home) -> m.Kind:
        id = entry.key.text
        home = m.Home(source=id, thing=id, names=m.Names(), outer=game)
        self.label(f"boards.{id}", entry.value)
        up = self.side(entry)
        side = next((s for s in self.entries(entry.value, "sides") if s.key.text == up), None)
        self.names(entry.value, home.names, home, f"boards.{id}", board=id)
        handlers = self.handlers(entry.value, home, f"boards.{id}")
        values = dict(self.printed(entry.value, fields, entry.key, all_of_them=side is None))
        if side is not None:
            path = f"boards.{id}.sides.{up}"
            self.names(side.value, home.names, home, path, board=id)
            handlers += self.handlers(side.value, home, path)
            values |= self.printed(side.value, fields, side.key, all_of_them=False)
            if not self.notes.failed:
                self.lacking(id, [field.id for field in fields if field.id not in values], entry.key.span)
        return m.Kind(id=id, count=1, values=tuple(values.items()), handlers=handlers, home=home, span=entry.key.span)

    def _field(self, entry: Entry) -> m.FieldDeclaration:
        node = entry.value
        assert isinstance(node, Mapping)
        type_node = node.get("type")
        start = node.get("start")
        keys = tuple(
            m.Parameter(id=k.key.text, type=self.type(k.value))
            for k in self.entries(node, "keys")
            if isinstance(k.value, Scalar)
        )
        seen = node.get("seen_by")
        self.label(f"fields.{entry.key.text}", node)
        return m.FieldDeclaration(
            id=entry.key.text,
            type=self.field_type(type_node) if type_node is not None else NUMBER,
            start=start if isinstance(start, Scalar) else None,
            keys=keys,
            seen_by=cast(Literal["everyone", "owner", "nobody"], seen.text if isinstance(seen, Scalar) else "everyone"),
            span=entry.key.span,
        )

    def _option(self, entry: Entry) -> m.OptionDeclaration:
        node = entry.value
        values = tuple(e.key.text for e in self.entries(node, "values"))
        for e in self.entries(node, "values"):
            self.texts[f"options.{entry.key.text}.values.{e.key.text}"] = text_of(e.value)
        self.label(f"options.{entry.key.text}", node)
        chosen = self.table.options.get(entry.key.text)
        if chosen is None and isinstance(node, Mapping):
            default = node.get("default")
            chosen = default if isinstance(default, Scalar) else None
        type = NUMBER
        if values:
            type = Type("choice", values=values)
        elif chosen is not None and (isinstance(chosen.value, bool) or chosen.text in ("yes", "no")):
            type = TRUTH
        value = self.value(type, chosen) if chosen is not None else 0
        shown: str | int | bool = values[value - 1] if values else bool(value) if type == TRUTH else value
        return m.OptionDeclaration(id=entry.key.text, type=type, value=value, shown=shown, span=entry.key.span)

    def _trigger(self, entry: Entry) -> m.TriggerDeclaration:
        parameters = self.parameters(entry.value)
        node = entry.value if isinstance(entry.value, Mapping) else None
        to = node.get("to") if node else None
        refuse = node.get("can_refuse") if node else None
        index = None
        if isinstance(to, Scalar):
            names = [p.id for p in parameters]
            if to.text in names:
                index = names.index(to.text)
            else:
                self.notes.unknown("M014", "parameter", to.text, to.span, names)
        return m.TriggerDeclaration(
            id=entry.key.text,
            parameters=parameters,
            to=index,
            can_refuse=isinstance(refuse, Scalar) and refuse.value is True,
            span=entry.key.span,
        )

    def _action(self, entry: Entry, game: m.Home) -> m.ActionDeclaration:
        node = entry.value
        assert isinstance(node, Mapping)
        id = entry.key.text
        self.label(f"actions.{id}", node)
        home = m.Home(source=id, thing=id, names=m.Names(), outer=game)
        self.names(node, home.names, home, f"actions.{id}")
        choose, when, do, last, group = (node.get(k) for k in ("choose", "when", "do", "last_resort", "group"))
        return m.ActionDeclaration(
            id=id,
            choose=choose if isinstance(choose, Scalar) else None,
            when=when if isinstance(when, Scalar) else None,
            do=do if isinstance(do, Scalar) else entry.key,
            last_resort=isinstance(last, Scalar) and last.value is True,
            group=group.text if isinstance(group, Scalar) else "",
            home=home,
            span=entry.key.span,
        )

    def _rule(self, entry: Entry, game: m.Home) -> m.Handler:
        node = entry.value
        assert isinstance(node, Mapping)
        id = entry.key.text
        self.label(f"rules.{id}", node)
        when, do = node.get("when"), node.get("do")
        home = m.Home(source=id, thing=id, names=m.Names(), outer=game)
        return m.Handler(
            trigger=when.text if isinstance(when, Scalar) else "",
            path=f"rules.{id}",
            do=do if isinstance(do, Scalar) else entry.key,
            home=home,
            span=when.span if when is not None else entry.key.span,
        )
