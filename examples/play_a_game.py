"""Play one game with a rule of your own: load, change, play, look at the result.

Run it from anywhere: `python examples/play_a_game.py`.
"""

import random

import imhotep


def main() -> None:
    """A house rule on the command line, a game between random players, and where the points came from."""
    ruleset = imhotep.open_ruleset("imhotep", settings=["areas.sled.capacity=6"])
    program = ruleset.program(players=3)
    game = imhotep.Game(program, seed=7)
    dice = random.Random(7)

    while (decision := game.decision) is not None:
        option = dice.choice(decision.options)
        for event in game.apply(option):
            if event.kind == "score":
                print(f"{dict(event.details)}  because of {event.place}")

    for score in game.scores:
        print(f"{program.seats[score.seat - 1]}: {score.points} points, {dict(score.by_source)}")
    print("won by", " and ".join(program.seats[seat - 1] for seat in game.winners))


if __name__ == "__main__":
    main()
