"""How fast the answers are: percentiles over seeded questions, every answer asserted while timing.

``make bench`` prints the table. Times of different machines do not compare; ratios within one
run do.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from socket import create_server
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

import fixtures
from checker.actions import BidAction
from checker.cards import VALUE_NAMES, Element
from checker.disputes import dispute
from checker.finding import find
from checker.goals import goals
from checker.judgements import PlayList
from checker.judging import judge
from checker.model.compiled import TIERS, compiled
from checker.model.engine import engine
from checker.model.turn_model import turn_model
from checker.notation import write_face
from checker.plays import list_plays
from checker.questions import ActionsQuestion, Bid, ImpossibleOver, PlaysQuestion
from checker.readings import Claim, Kind
from checker.refereeing import step
from checker.rulebook import SELECTORS, without_selectors
from checker.turn_plays import list_actions
from checker.turns import judge_turn
from checker.vectors.formats import shipped, texts
from checker.wire import answers
from checker.wire.bodies import TurnBody
from checker.wire.dumping import dump
from checker.wire.validating import read_body
from tests import reference
from tests import reference_game as game
from tests.questions import Asked, a_question, cards, plain
from tests.turns import an_action, positions

SEED = 2026
BIDS = 2_000
HEAD = "| question | n | p50 | p90 | p99 | wanted (p50 / p99) |\n" + "| --- " * 6 + "|"
HANDS = 150
DISPUTES = 400
TURNS = 600
GAMES = Path(fixtures.__file__).parent / "games"


def varied_bids() -> Iterator[Asked]:
    """Bids of one to six cards, leads and answers, claims and rulings among them."""
    random = Random(SEED)
    while True:
        asked = a_question(random, (1, 1, 2, 2, 3, 3, 4, 4, 5, 6))
        try:
            judge(replace(asked.judge_question(), explain="none"))
        except ImpossibleOver:
            continue
        yield asked


def hands(number: int) -> list[list[str]]:
    """Hands dealt from the deck, four cards in ten spun to blue, each with a wild symbol."""
    random = Random(SEED)
    names = [f"{element}-{value}" for element in Element for value in VALUE_NAMES]
    made: list[list[str]] = []
    while len(made) < HANDS:
        names_dealt = random.sample(names, number)
        dealt = cards([f"{n}:blue" if random.random() < 0.4 else n for n in names_dealt])
        faces = [write_face(card.up) for card in dealt if card.up]
        if any("water" in face for face in faces):
            made.append(faces)
    return made


def timed(ask: Callable[[Any], Any], questions: Sequence[Any]) -> tuple[list[float], list[Any]]:
    """The milliseconds of each question, and the answers."""
    times: list[float] = []
    found: list[Any] = []
    for question in questions:
        start = perf_counter()
        answer = ask(question)
        times.append((perf_counter() - start) * 1000)
        found.append(answer)
    return times, found


def row(name: str, times: Sequence[float], target: str) -> None:
    """Prints one line of the table."""
    ordered = sorted(times)
    p50, p90, p99 = (ordered[int(len(ordered) * q)] for q in (0.5, 0.9, 0.99))
    print(f"| {name} | {len(times)} | {p50:.2f} | {p90:.2f} | {p99:.2f} | {target} |")


def middle(times: Sequence[float]) -> float:
    """The median."""
    return sorted(times)[len(times) // 2]


def bench_judge(asked: Sequence[Asked]) -> None:
    """Judges every bid with all readings, then with reasons and alternatives."""
    open_questions = [replace(a.judge_question(), explain="none") for a in asked]
    explained = [replace(question, explain="reasons") for question in open_questions]
    times, told = timed(judge, open_questions)
    pinned = [
        replace(question, rules=replace(question.rules, pinned=without_selectors(answer.rulings)))
        for question, answer in zip(open_questions, told, strict=True)
    ]
    forget()
    alone, _ = timed(judge, pinned)
    forget()
    times, told = timed(judge, open_questions)
    forget()
    full, _ = timed(judge, explained)
    for question, answer in zip(asked, told, strict=True):
        check(question, answer.verdict, {plain(t.reading) for t in answer.readings})
    row("judge, all readings, decided by Z3", alone, "1 / 3")
    row("the same, and whether it is settled", times, "+ 0.5")
    row("the same, reasons and alternatives", full, "+ 1.5")
    print(
        f"\nmedians: settled + {middle(times) - middle(alone):.2f} ms, "
        f"reasons and alternatives + {middle(full) - middle(times):.2f} ms\n"
    )


def forget() -> None:
    """Lets every model forget the bids and turns it has read, so that each is decided anew."""
    for bounds in TIERS[:3]:
        compiled(bounds).forget()
    turn_model().forget()


def check(asked: Asked, verdict: str, readings: set[reference.Reading]) -> None:
    """Asserts the answer against the reference."""
    try:
        expected = reference.judge(
            asked.bid,
            asked.over,
            claim=asked.claim or None,
            over_claim=asked.over_claim or None,
            edition=asked.edition,
            rulings=asked.pinned,
        )
    except ValueError:
        return
    assert verdict == expected.verdict, asked
    assert readings == expected.readings, asked


def bench_disputes(asked: Sequence[Asked]) -> None:
    """Answers bids side by side by every text and every option; rows are judged again by one."""
    questions = [question.judge_question() for question in asked[:DISPUTES]]
    forget()
    times, told = timed(dispute, questions)
    for question, answer in zip(questions, told, strict=True):
        for answered in answer.rows:
            if answered.judgement:
                again = replace(question, rules=answered.rules, explain="none")
                assert judge(again).verdict == answered.verdict
    row("dispute, all editions and options", times, "150")


def bench_plays() -> None:
    """Lists plays, each list proved complete and sound."""
    over = Bid(cards(["5", "5"]), Claim(kind=Kind.SET))
    for name, number, bid, target in (
        ("plays, 12 cards, lead", 12, None, "20 / 80"),
        ("plays, 12 cards, over a pair", 12, over, "8"),
        ("plays, 20 cards, lead", 20, None, "100"),
    ):
        held = hands(number)
        questions = [PlaysQuestion(hand=cards(hand), over=bid) for hand in held]
        for question in questions[:3]:
            list_plays(question)
        times, lists = timed(list_plays, questions)
        for hand, told in zip(held, lists, strict=True):
            check_list(hand, bid is not None, told)
        plays = sorted(told.count for told in lists)
        row(f"{name} (median {plays[len(plays) // 2]} plays)", times, target)


def check_list(hand: list[str], answering: bool, told: PlayList) -> None:
    """Asserts that the list is proved, and is the reference's."""
    assert told.complete
    assert told.proof.proved
    if len(hand) <= 12:
        over = ["5", "5"] if answering else None
        expected = reference.plays(hand, over)
        assert {(p.indexes, plain(p.taken.reading)) for p in told.plays} == expected


def bench_turns() -> None:
    """Judges, lists and acts out turns of random rounds, and replays a recorded game."""
    random = Random(SEED)
    defaults = {name: default for name, (default, *_) in game.OPTIONS.items()}
    tables: list[dict[str, Any]] = []
    while len(tables) < TURNS:
        tables += positions(random, defaults)
    tables = random.sample(tables, TURNS)
    asked = [
        read_body(TurnBody, {"position": table, "action": an_action(random, table)}).question()
        for table in tables
    ]
    plain_asked = [replace(question, explain="none") for question in asked]
    for question in plain_asked[:50]:
        judge_turn(question)
    forget()
    alone, told = timed(judge_turn, plain_asked)
    for table, question, answer in zip(tables, plain_asked, told, strict=True):
        assert question.position.turn == table["turn"]
        assert answer.verdict != "undetermined"
    row("judge a turn", alone, "2")
    forget()
    row("the same, reasons and alternatives", timed(judge_turn, asked)[0], "")
    legal = [q for q, answer in zip(plain_asked, told, strict=True) if answer.verdict == "legal"]
    legal = [q for q in legal if not isinstance(q.action, BidAction)]
    extra: list[float] = []
    for question in legal:
        forget()
        (judged,), _ = timed(judge_turn, [question])
        forget()
        (stepped,), _ = timed(step, [question])
        extra.append(stepped - judged)
    row("act it out, beyond judging it", extra, "1")
    lists = [ActionsQuestion(question.position, question.rules) for question in asked[:300]]
    row("all that may be done, proved", timed(list_actions, lists)[0], "30")
    record = json.loads((GAMES / "three-players.json").read_text("utf-8"))
    (warm, spent), (answer, _) = timed(answers.replay, [record, record])
    assert answer["verdict"] == "clean"
    print(f"\nreplay: {answer['moves'] / spent * 1000:.0f} moves a second (wanted 300)\n")


def bench_find() -> None:
    """Finds the smallest example of every named goal, or why there is none."""
    targets = {"bid": ("one action", "300"), "hand": ("every play", "5000"), "turn": ("a turn", "")}
    for about, (name, target) in targets.items():
        named = [each for each in goals().values() if each.form["about"] == about]
        for again in (False, True):
            times, told = timed(lambda each: find(each.goal), named)
            for each, found in zip(named, told, strict=True):
                assert bool(found.examples) == (each.expect == "found")
            if again:
                row(f"find a named goal about {name}", times, target)


def bench_http(asked: Sequence[Asked]) -> None:
    """Judges over HTTP on one kept connection and in process, in turn."""
    bodies = [
        {
            "bid": {"cards": a.bid, "as": a.claim},
            "over": None if a.over is None else {"cards": a.over, "as": a.over_claim},
            "edition": a.edition,
            "rulings": a.pinned,
        }
        for a in asked
    ]
    with serving() as connect:
        for body in bodies[:50]:
            over_http(connect, body)
        extra: list[float] = []
        for body in bodies:
            (inside,), (answer,) = timed(answers.judge, [body])
            (outside,), (text,) = timed(lambda b: over_http(connect, b), [body])
            assert text == dump(answer).encode() + b"\n" or text == dump(answer).encode()
            extra.append(outside - inside)
        row("judge over HTTP, beyond the same in process", extra, "1")


def bench_commands() -> None:
    """Proves every theorem of an edition, and builds the fixtures: the same bytes as are kept."""
    print("\n| command, on all cores | seconds | wanted |\n| --- | --- | --- |")
    for edition in SELECTORS["edition"]:
        spent = command(["prove", "--edition", edition])
        print(f"| prove --edition {edition} | {spent:.0f} | 300 |")
    with TemporaryDirectory() as folder:
        spent = command(["fixtures", "build", "--out", folder])
        for name, text in texts(shipped(), "json").items():
            assert (Path(folder) / name).read_text("utf-8") == text, name
    print(f"| fixtures build | {spent:.0f} | 300 |")


def command(arguments: Sequence[str]) -> float:
    """How many seconds a command takes, which must not fail."""
    line = [sys.executable, "-c", "from api.cli import main; main()", *arguments]
    started = perf_counter()
    subprocess.run(line, check=True, capture_output=True)
    return perf_counter() - started


def over_http(connect: Callable[[], HTTPConnection], body: object) -> bytes:
    """The bytes that the service answers."""
    connection = connect()
    connection.request("POST", "/v1/judge", dump(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text
    connection.close()
    return text


@contextmanager
def serving() -> Iterator[Callable[[], HTTPConnection]]:
    """A server of this project on a free port, with one worker."""
    with create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    start = "from api.cli import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", str(port), "--workers", "1"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def connect() -> HTTPConnection:
        return HTTPConnection("127.0.0.1", port, timeout=30)

    try:
        for _ in range(100):
            try:
                over_http(connect, {"bid": ["7"]})
                break
            except OSError:
                sleep(0.1)
        yield connect
    finally:
        server.terminate()
        server.wait(10)


def main() -> None:
    """Prints the tables."""
    print(f"{machine()}, {os.cpu_count()} cores; {platform.python_implementation()} ", end="")
    print(f"{platform.python_version()}, {engine()}; seed {SEED}; milliseconds, warm\n")
    print(HEAD)
    source = varied_bids()
    asked = [next(source) for _ in range(BIDS)]
    # As the server does once it is warm.
    gc.collect()
    gc.freeze()
    bench_judge(asked)
    print(HEAD)
    bench_disputes(asked)
    bench_plays()
    bench_turns()
    print(HEAD)
    bench_find()
    print(HEAD)
    bench_http(asked[:400])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\npeak memory of the process: {memory} MiB")
    bench_commands()


def machine() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
