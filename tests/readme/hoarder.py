from elgrande.bots.bot import Answer


class Hoarder:
    """Keeps its caballeros together: places where it has most already."""

    def choose(self, request):
        view, codes, rules = request.view, request.decision.codes, request.view.rules
        here = {rules.code(f"place {name}"): view.count(request.seat, place)
                for place, name in enumerate(rules.places)}  # fmt: skip
        best = max(codes, key=lambda code: here.get(code, -1))
        return Answer(best, f"I like to {rules.verb(best)}.")
