import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { LAYERS, type Layer } from '../../tools/core/layers.ts'
import { HarnessError } from '../errors.ts'
import { INVARIANTS } from '../invariants/invariants.ts'

/** One change of a source text. */
export interface Edit {
  /** File relative to the project. */
  readonly file: string
  /** Text that stands exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** A fault that is put into the safety stack on purpose; some scenario, property or test has to notice it. */
export interface Mutant {
  readonly id: string
  readonly fault: string
  /** Invariants that the fault breaks; whatever cites one of them is asked whether it notices. */
  readonly violates: readonly string[]
  /** The layer that the fault is in, or "cage" for the contracts. */
  readonly layer: MutantLayer
  readonly edits: readonly Edit[]
  /** What is asked first: ids or files of scenarios, files of tests. */
  readonly killers: readonly string[]
  /** Why nothing but a test of the part alone can notice it while all layers are on. */
  readonly masked?: string
}

/** Layers of the stack, and the contracts. */
export type MutantLayer = Layer | 'cage'

/** How one layer is switched off: it allows everything. */
export interface Ablation {
  readonly layer: Layer
  readonly edits: readonly Edit[]
  /** Tests that need the layer, where no scenario can. */
  readonly tests: readonly string[]
}

const read = (name: string): unknown => parse(readFileSync(join(import.meta.dirname, name), 'utf8'))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isEdit = (value: unknown): value is Edit =>
  isRecord(value) && isText(value.file) && isText(value.find) && isText(value.replace)

function readList(name: string): Record<string, unknown>[] {
  const list = read(name)
  if (Array.isArray(list) && list.every(isRecord)) return list
  throw invalid(name, 'a list of records', typeof list)
}

const invalid = (where: string, expected: string, found: string) =>
  new HarnessError('BAD_USAGE', 'the list of mutants is not well formed', {
    where,
    expected,
    found,
    hint: 'correct the file in harness/mutate',
  })

/** Read every mutant. @throws HarnessError BAD_USAGE when an entry is malformed or an id is used twice */
export function readMutants(): Mutant[] {
  const seen = new Set<string>()
  return readList('mutants.yaml').map((entry) => {
    const { id, fault, violates, layer, edits, killers = [], masked } = entry
    const where = `mutants.yaml, ${id}`
    if (!isText(id) || seen.has(id)) throw invalid(where, 'an id of its own', String(id))
    seen.add(id)
    if (!isText(fault)) throw invalid(where, 'a fault in words', String(fault))
    if (!isTexts(violates) || violates.some((invariant) => INVARIANTS[invariant] === undefined)) {
      throw invalid(where, 'known invariants', String(violates))
    }
    if (layer !== 'cage' && !LAYERS.includes(layer as Layer)) {
      throw invalid(where, `one of ${LAYERS.join(', ')}, cage`, String(layer))
    }
    if (!Array.isArray(edits) || edits.length === 0 || !edits.every(isEdit)) {
      throw invalid(where, 'edits with file, find and replace', JSON.stringify(edits))
    }
    if (!isTexts(killers)) throw invalid(where, 'a list of killers', String(killers))
    return {
      id,
      fault,
      violates,
      layer: layer as MutantLayer,
      edits,
      killers,
      ...(isText(masked) ? { masked } : {}),
    }
  })
}

/** Read how each layer is switched off. */
export function readAblations(): Ablation[] {
  return readList('ablations.yaml').map(({ layer, edits, tests = [] }) => {
    if (!LAYERS.includes(layer as Layer)) throw invalid('ablations.yaml', 'a layer', String(layer))
    if (!Array.isArray(edits) || !edits.every(isEdit)) throw invalid(`ablations.yaml, ${layer}`, 'edits', '')
    if (!isTexts(tests)) throw invalid(`ablations.yaml, ${layer}`, 'a list of tests', String(tests))
    return { layer: layer as Layer, edits, tests }
  })
}
