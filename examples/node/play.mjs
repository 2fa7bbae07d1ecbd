// Plays a game of a module that `imhotep build` has written, without Python: node play.mjs game.wasm [seed]
//
// It tells each decision with its options by their ids, picks one at random, and says who has won. Then it lets the
// module play a thousand whole games by itself.

import { readFileSync } from "node:fs";

const path = process.argv[2];
const seed = BigInt(process.argv[3] ?? 1);
const game = JSON.parse(readFileSync(path.replace(/\.wasm$/, ".json"), "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(path));
const module = instance.exports;

const { status, decision: DECISION, seat: SEAT } = game.state.header;
const word = (number) => new Int32Array(module.memory.buffer)[number];
const wordsAt = (address, count) => new Int32Array(module.memory.buffer, address, count);

// ---- names of what can be picked

const familyOf = Object.fromEntries(game.families.map((family, number) => [family.id, { ...family, number }]));

function placeAt(address) {
  return game.places.find((place) => {
    if (place.line) return false;
    const first = place.start + (place.kind === "pile" ? 1 : 0);
    return address >= first && address < first + place.length;
  });
}

function piece(family, address) {
  const place = placeAt(address);
  const own = Math.max(place.seat - 1, 0);
  const code = place.kind === "pool" ? (address - place.start) * place.divisor + own : word(address) - 1;
  const kind = family.kinds[Math.floor(code / family.owners)];
  return family.owned ? `${kind}.${game.seats[code % family.owners]}` : kind;
}

function name(type, value) {
  const [sort, id] = type.split(":");
  const family = familyOf[id];
  if (sort === "seat") return game.seats[value - 1];
  if (sort === "kind") return family.kinds[value - 1];
  if (sort === "piece") return family.individuals.length ? family.ids[value - 1] : piece(family, value);
  if (sort === "cell" || sort === "group") return `cell ${value - placeAt(value).start + 1}`;
  if (sort === "row" || sort === "column") return game.places[value].id;
  return String(value);
}

function option(decision, [way, value]) {
  const { label, type } = decision.ways[way];
  if (type === "label") return label;
  return label ? `${label}:${name(type, value)}` : name(type, value);
}

// ---- one game

function options() {
  module.clear();
  const count = module.options();
  const words = wordsAt(game.addresses.stack, 2 * count);
  return Array.from({ length: count }, (_, i) => [words[2 * i], words[2 * i + 1]]);
}

let random = Number(seed % 2147483647n) || 1;
const below = (bound) => (random = (random * 48271) % 2147483647) % bound;

module.begin(seed);
module.enter(game.entries.indexOf("begin"));
let decisions = 0;
while (word(status) === 0) {
  const decision = game.decisions[word(DECISION) - 1];
  const offered = options();
  const pick = offered[below(offered.length)];
  const others = offered.map((each) => option(decision, each)).join(", ");
  console.log(`${game.seats[word(SEAT) - 1]}: ${decision.id}: ${option(decision, pick)} (of ${others})`);
  module.answer(...pick);
  decisions += 1;
}

const points = (seat) =>
  game.state.points.sources.reduce((sum, _, i) => sum + word(game.state.points.first + i * game.players + seat), 0);
module.winners(game.addresses.stack);
const won = [...wordsAt(game.addresses.stack, game.players)];
game.seats.forEach((seat, i) => console.log(`${seat}: ${points(i)} points${won[i] ? ", wins" : ""}`));
console.log(`${decisions} decisions`);

// ---- many games: decisions, winners, then points by source and seat for each

const GAMES = 1000;
const size = 1 + game.players + game.state.points.sources.length * game.players;
const most = Math.floor(game.addresses.results_size / (4 * size));
const wins = new Array(game.players).fill(0);
for (let first = 0; first < GAMES; first += most) {
  const count = Math.min(most, GAMES - first);
  module.play(seed + BigInt(first), count);
  const results = wordsAt(game.addresses.results, count * size);
  for (let i = 0; i < count; i++) {
    const seats = [...results.slice(i * size + 1, i * size + 1 + game.players)];
    const shared = seats.reduce((sum, won) => sum + won, 0);
    seats.forEach((won, seat) => (wins[seat] += won / shared));
  }
}
const rates = game.seats.map((seat, i) => `${seat} ${((100 * wins[i]) / GAMES).toFixed(1)} %`);
console.log(`${GAMES} games by random players: ${rates.join(", ")}`);
