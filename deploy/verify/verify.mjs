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
const bytesOf = (hex) => Buffer.from(hex, "hex");

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

// What is to be said of a sheet: `fair`, or the first thing that is wrong.
export function check(sheet) {
  const secret = bytesOf(sheet.server_secret);
  if (sha256(secret).toString("hex") !== sheet.commitment) {
    return "unfair: the secret does not fit the commitment";
  }
  const seeds = sheet.client_seeds.map(bytesOf);
  const seedsHash = sha256(Buffer.concat(seeds.flatMap((seed) => [uint32(seed.length), seed])));
  if (seedsHash.toString("hex") !== sheet.client_seeds_hash) {
    return "unfair: the client seeds do not fit their hash";
  }
  const info = Buffer.concat([Buffer.from("canopy/v1/seed"), bytesOf(sheet.game_id)]);
  const seed = hkdf(secret, seedsHash, info);
  for (const draw of sheet.draws) {
    const stream = words(seed, draw.domain);
    const drawn = draw.bounds.map((bound) => below(stream, bound));
    if (draw.values.length !== drawn.length || draw.values.some((value, at) => value !== drawn[at])) {
      return `unfair: ply ${draw.ply} shows other numbers than the secret gives`;
    }
  }
  return "fair";
}

function main() {
  let allFair = true;
  for (const name of argv.slice(2)) {
    const found = check(JSON.parse(readFileSync(name, "utf8")));
    console.log(`${name}: ${found}`);
    allFair &&= found === "fair";
  }
  return allFair ? 0 : 1;
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) exit(main());
