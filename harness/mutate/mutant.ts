import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAYERS, type Layer } from '../../tools/core/layers.ts'
import { HarnessError } from '../errors.ts'
import { INVARIANTS } from '../scenario/invariants.ts'
import { type Place, readYaml } from '../scenario/text/yaml-source.ts'

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
  /** A change that changes nothing that counts: whatever notices it is wrong. */
  readonly isControl: boolean
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

const PROTOCOLS = join(import.meta.dirname, '../protocols')

/** The seeded faults of the project: those of all, then each protocol's own beside its testbed. */
const MUTANTS_FILES = [
  join(import.meta.dirname, 'mutants.yaml'),
  ...readdirSync(PROTOCOLS)
    .sort()
    .map((id) => join(PROTOCOLS, id, 'mutants.yaml'))
    .filter((path) => existsSync(path)),
]

const ABLATIONS_FILE = join(import.meta.dirname, 'ablations.yaml')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isEdit = (value: unknown): value is Edit =>
  isRecord(value) && isText(value.file) && isText(value.find) && isText(value.replace)
const isLayer = (value: unknown): value is Layer => LAYERS.includes(value as Layer)

/** Refuses a member of an entry: what it has to be. */
type Refuse = (member: string, expected: string) => never

/** Read the entries of a list; what is wrong with one is said with its place in the file. */
function readEntries<T>(path: string, read: (entry: Record<string, unknown>, refuse: Refuse) => T): T[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new HarnessError('BAD_USAGE', 'the list cannot be read', {
      where: path,
      expected: 'a YAML file',
      found: cause instanceof Error ? cause.message : String(cause),
      hint: 'name a file that exists',
    })
  }
  const source = readYaml(text)
  const refuse = (place: Place, expected: string, found: string): never => {
    throw new HarnessError('BAD_USAGE', 'the list is not well formed', {
      where: `${path}:${place.line}:${place.column}\n${source.frame(place)}`,
      expected,
      found,
      hint: 'correct the entry',
    })
  }
  const [error] = source.syntaxErrors
  if (error) refuse(error, `YAML (${error.hint})`, error.message)
  const { value } = source
  if (!Array.isArray(value)) return refuse(source.place([]), 'a list of entries', typeof value)
  return value.map((entry: unknown, index) => {
    if (!isRecord(entry)) return refuse(source.place([index]), 'an entry with members', typeof entry)
    return read(entry, (member, expected) =>
      refuse(source.place([index, member], true), expected, `${member}: ${JSON.stringify(entry[member])}`),
    )
  })
}

const refuseUnknown = (entry: Record<string, unknown>, known: readonly string[], refuse: Refuse) => {
  for (const member of Object.keys(entry)) {
    if (!known.includes(member)) refuse(member, `one of ${known.join(', ')}`)
  }
}

const MEMBERS = ['id', 'fault', 'control', 'violates', 'layer', 'edits', 'killers', 'masked']

/**
 * Read the mutants of a list, or of the project's own ones.
 *
 * @throws HarnessError BAD_USAGE with line and column when an entry is malformed or an id is used twice
 */
export function readMutants(path?: string): Mutant[] {
  const seen = new Set<string>()
  return (path === undefined ? MUTANTS_FILES : [path]).flatMap((file) => readList(file, seen))
}

function readList(path: string, seen: Set<string>): Mutant[] {
  return readEntries(path, (entry, refuse) => {
    const { id, fault, control = false, violates, layer, edits, killers = [], masked } = entry
    refuseUnknown(entry, MEMBERS, refuse)
    if (!isText(id) || seen.has(id)) return refuse('id', 'an id of its own')
    seen.add(id)
    if (!isText(fault)) return refuse('fault', 'a fault in words')
    if (typeof control !== 'boolean') return refuse('control', 'true or false')
    if (!isTexts(violates) || violates.some((invariant) => INVARIANTS[invariant] === undefined)) {
      return refuse('violates', 'a list of known invariants')
    }
    if (layer !== 'cage' && !isLayer(layer)) return refuse('layer', `one of ${LAYERS.join(', ')}, cage`)
    if (!Array.isArray(edits) || edits.length === 0 || !edits.every(isEdit)) {
      return refuse('edits', 'edits with file, find and replace')
    }
    if (!isTexts(killers)) return refuse('killers', 'a list of scenarios and test files')
    return {
      id,
      fault,
      isControl: control,
      violates,
      layer,
      edits,
      killers,
      ...(isText(masked) ? { masked } : {}),
    }
  })
}

/** Read how each layer is switched off. */
export function readAblations(): Ablation[] {
  return readEntries(ABLATIONS_FILE, (entry, refuse) => {
    const { layer, edits, tests = [] } = entry
    refuseUnknown(entry, ['layer', 'edits', 'tests'], refuse)
    if (!isLayer(layer)) return refuse('layer', `one of ${LAYERS.join(', ')}`)
    if (!Array.isArray(edits) || !edits.every(isEdit))
      return refuse('edits', 'edits with file, find and replace')
    if (!isTexts(tests)) return refuse('tests', 'a list of test files')
    return { layer, edits, tests }
  })
}
