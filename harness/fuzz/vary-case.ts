import * as fc from 'fast-check'
import type { Json } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { keepSteps, type StepDocument, stepsOf } from './case-steps.ts'
import { readMagnitude } from './simplify-value.ts'

/** Longest case that variation makes: cases would grow from run to run otherwise. */
const MAX_STEPS = 60

/** What is done to one number, duration or amount: the values at which comparisons turn. */
const CHANGES = ['zero', 'one-less', 'one-more', 'half', 'double', 'whole-more'] as const

/** Draw a variation of known cases: spliced with another one, extended by a new one, or with other arguments. */
export function varyCase(
  known: readonly ScenarioDocument[],
  fresh: fc.Arbitrary<ScenarioDocument>,
): fc.Arbitrary<ScenarioDocument> {
  const { one, splices } = splice(known, fresh)
  return fc.oneof(
    ...splices,
    fc
      .tuple(one, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...CHANGES)), { minLength: 1, maxLength: 4 }))
      .map(([base, changes]) => changes.reduce((document, [at, how]) => change(document, at, how), base)),
  )
}

/** Draw a case that takes steps from written scenarios: spliced with another one, or with what was drawn. */
export function spliceWritten(
  written: readonly ScenarioDocument[],
  fresh: fc.Arbitrary<ScenarioDocument>,
): fc.Arbitrary<ScenarioDocument> {
  const { one, cut, splices } = splice(written, fresh)
  return fc.oneof(
    ...splices,
    fc.tuple(fresh, one, cut).map(([head, tail, at]) => join(head, at, tail, 0)),
  )
}

/** Splice cases with one another, and with new ones. */
function splice(cases: readonly ScenarioDocument[], fresh: fc.Arbitrary<ScenarioDocument>) {
  const one = fc.constantFrom(...cases)
  const cut = fc.double({ min: 0, max: 1, noNaN: true })
  const splices = [
    fc.tuple(one, one, cut, cut).map(([head, tail, at, from]) => join(head, at, tail, from)),
    fc.tuple(one, fresh).map(([head, tail]) => join(head, 1, tail, 0)),
  ]
  return { one, cut, splices }
}

/** Put the end of one case behind the beginning of another, in the configuration of the first. */
function join(head: ScenarioDocument, at: number, tail: ScenarioDocument, from: number): ScenarioDocument {
  const first = stepsOf(head)
  const second = stepsOf(tail)
  const kept = first.slice(0, Math.max(1, Math.ceil(at * first.length)))
  const start = Math.floor(from * second.length)
  const added = keepSteps(second, (_, index) => index >= start)
  const steps = [...kept, ...rename(added, namesOf(kept))].slice(0, MAX_STEPS)
  return { ...head, steps }
}

const namesOf = (steps: readonly StepDocument[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ as }) => (typeof as === 'string' ? [as] : [])))

/** Give permits new names where theirs are taken. */
function rename(steps: readonly StepDocument[], taken: ReadonlySet<string>): readonly StepDocument[] {
  const own = namesOf(steps)
  const names = new Map<string, string>()
  for (const name of own) {
    let next = name
    for (let count = 2; taken.has(next) || (next !== name && own.has(next)); count += 1)
      next = `${name}x${count}`
    names.set(name, next)
  }
  const replace = (value: Json): Json => {
    if (typeof value === 'string') {
      return value.replaceAll(/\$\{([^{}]*)\}/g, (_, name: string) => `\${${names.get(name) ?? name}}`)
    }
    if (Array.isArray(value)) return value.map(replace)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)]))
  }
  return steps.map((step) => {
    const replaced = replace(step) as StepDocument
    return typeof step.as === 'string' ? { ...replaced, as: names.get(step.as) ?? step.as } : replaced
  })
}

/** Change one of the numbers of a case; those of what it expects stay. */
function change(document: ScenarioDocument, at: number, how: (typeof CHANGES)[number]): ScenarioDocument {
  const places = listMagnitudes(document)
  const path = places[at % Math.max(1, places.length)]
  if (path === undefined) return document
  const copy = structuredClone(document) as Record<string, Json>
  let owner = copy as Record<string, Json>
  for (const key of path.slice(0, -1)) owner = owner[key] as Record<string, Json>
  const key = path.at(-1) ?? ''
  const magnitude = readMagnitude(owner[key] as Json)
  if (magnitude === undefined) return document
  const { units, wholeUnits, write } = magnitude
  const sign = units < 0n ? -1n : 1n
  const changed = {
    zero: 0n,
    'one-less': units - sign,
    'one-more': units + sign,
    half: units / 2n,
    double: units * 2n,
    'whole-more': units + wholeUnits * sign,
  }[how]
  owner[key] = write(changed)
  return copy
}

const NO_ARGUMENTS = new Set(['name', 'description', 'invariants', 'expect', 'as', 'found'])

function listMagnitudes(tree: Json, path: readonly string[] = []): string[][] {
  if (tree === null || typeof tree !== 'object') return readMagnitude(tree) ? [[...path]] : []
  return Object.entries(tree).flatMap(([key, member]) =>
    NO_ARGUMENTS.has(key) ? [] : listMagnitudes(member, [...path, key]),
  )
}
