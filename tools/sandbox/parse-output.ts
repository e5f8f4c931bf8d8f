import type { Json } from '../core/json.ts'

/** Deepest nesting of an output. */
const MAX_DEPTH = 32

/** Keys that reach an object's prototype when it is copied or merged carelessly. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The output is not one that may leave the sandbox. */
export class OutputRejected extends Error {
  override readonly name = 'OutputRejected'
}

/**
 * Parse the output of a module: UTF-8 JSON of well-formed text and finite numbers, not nested too deep and
 * without keys that reach a prototype.
 *
 * @throws OutputRejected
 */
export function parseOutput(bytes: Uint8Array): Json {
  let value: Json
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json
  } catch (cause) {
    throw new OutputRejected('text that is no JSON', { cause })
  }
  check(value, 0)
  return value
}

function check(value: Json, depth: number): void {
  if (depth > MAX_DEPTH) throw new OutputRejected(`JSON that nests deeper than ${MAX_DEPTH}`)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new OutputRejected('a number that is not finite')
  }
  if (typeof value === 'string' && !value.isWellFormed())
    throw new OutputRejected('text that is not well-formed')
  if (value === null || typeof value !== 'object') return
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new OutputRejected(`the key ${key}`)
    if (!key.isWellFormed()) throw new OutputRejected('text that is not well-formed')
  }
  for (const member of Object.values(value)) check(member, depth + 1)
}
