// Checks the dice of a game with nothing but hashes: verify.py once more, for Node, which says what a sheet is and when
// it is fair. It knows no game and shares no code with Canopy.
//
//     node verify.mjs sheet.json ...

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hmac = (key, bytes) => createHmac("sha256", key).update(bytes).digest();

function uint32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

// The stream of a domain.
function* words(seed, domain) {
  for (let block = 0; ; block++) {
    const digest = hmac(seed, Buffer.concat([Buffer.from(domain, "utf8"), Buffer.of(0), uint32(block)]));
    for (let at = 0; at < 32; at += 4) yield digest.readUInt32BE(at);
  }
}

// The next number of a stream below a bound.
function below(stream, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % bound;
  }
}

// HKDF-SHA256 (RFC 5869) with one block of output.
const hkdf = (secret, salt, info) => hmac(hmac(salt, secret), Buffer.concat([info, Buffer.of(1)]));

// A sheet cannot be understood; the message names what is wrong with it.
class NoSheet extends Error {}

function require(isRight, name) {
  if (!isRight) throw new NoSheet(name);
}

// Bytes, of which there are so many.
function octets(told, name, size) {
  require(typeof told === "string" && /^(?:[0-9a-f]{2})*$/.test(told), name);
  require(size === undefined || told.length === 2 * size, name);
  return Buffer.from(told, "hex");
}

// Whole numbers, each within these limits.
function wholes(told, name, least, most) {
  for (const number of listed(told, name)) {
    require(Number.isInteger(number) && least <= number && number <= most, name);
  }
  return told;
}

function members(told, name) {
  require(typeof told === "object" && told !== null && !Array.isArray(told), name);
  return told;
}

function listed(told, name) {
  require(Array.isArray(told), name);
  return told;
}

// What is to be said of a sheet: `fair`, or the first thing that is wrong. Throws NoSheet.
export function check(told) {
  const sheet = members(told, "the sheet");
  require(sheet.format === "canopy fairness sheet 1", "format");
  const secret = octets(sheet.server_secret, "server_secret", 32);
  const gameId = octets(sheet.game_id, "game_id", 16);
  const commitment = octets(sheet.commitment, "commitment", 32);
  const promised = octets(sheet.client_seeds_hash, "client_seeds_hash", 32);
  const seeds = listed(sheet.client_seeds, "client_seeds").map((seed) => octets(seed, "client_seeds"));
  if (!sha256(secret).equals(commitment)) {
    return "unfair: the secret does not fit the commitment";
  }
  if (!sha256(Buffer.concat(seeds.flatMap((seed) => [uint32(seed.length), seed]))).equals(promised)) {
    return "unfair: the client seeds do not fit their hash";
  }
  const seed = hkdf(secret, promised, Buffer.concat([Buffer.from("canopy/v1/seed"), gameId]));
  for (const draw of listed(sheet.draws, "draws")) {
    members(draw, "draws");
    const [ply] = wholes([draw.ply], "ply", 1, 2 ** 32 - 1);
    require(typeof draw.domain === "string" && !/\p{Surrogate}/u.test(draw.domain), "domain");
    const bounds = wholes(draw.bounds, "bounds", 1, 2 ** 32);
    const values = wholes(draw.values, "values", 0, 2 ** 32 - 1);
    const stream = words(seed, draw.domain);
    const drawn = bounds.map((bound) => below(stream, bound));
    if (values.length !== drawn.length || values.some((value, at) => value !== drawn[at])) {
      return `unfair: ply ${ply} shows other numbers than the secret gives`;
    }
  }
  return "fair";
}

// The JSON in a file; what is no UTF-8 is refused.
const read = (name) => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(name)));

function found(name) {
  try {
    return check(read(name));
  } catch (error) {
    return `no sheet: ${error instanceof NoSheet ? error.message : "the file"}`;
  }
}

function main() {
  let allFair = true;
  for (const name of argv.slice(2)) {
    const said = found(name);
    console.log(`${name}: ${said}`);
    allFair &&= said === "fair";
  }
  return allFair ? 0 : 1;
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) exit(main());
