import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Json } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { expandMatrix, fillTree } from '../scenario/text/matrix.ts'
import type { Job } from '../schedule/job.ts'
import { keyOf, type StepDocument } from './case-steps.ts'

/** A written scenario, as a fuzz run uses it. */
export interface WrittenCase {
  /** Runs it as it was written, with what it expects. */
  readonly job: Job
  /** What it does, without what it expects: drawn cases take steps from it. */
  readonly document: ScenarioDocument
}

/** Longer ones are left to `assay run`: they repeat what they do, and drawn cases are many anyway. */
const MOST_STEPS = 40

/**
 * Make cases of written scenarios, in an order that the seed gives: a cell of every file comes before the second one
 * of any.
 *
 * @param jobs - all cells of each file
 */
export function readWrittenCases(jobs: readonly Job[], seed: string): readonly WrittenCase[] {
  const files = Map.groupBy(jobs, ({ path }) => path)
  const ranked = [...files].flatMap(([path, cells]) => {
    const documents = readDocuments(path)
    return cells
      .flatMap((job, index) => {
        const document = documents[index]
        const isShort = job.scenario !== undefined && !job.draws && job.scenario.steps.length <= MOST_STEPS
        return document && isShort ? [{ job, document, lot: drawLot(seed, job.id) }] : []
      })
      .sort(byLot)
      .map((each, rank) => ({ ...each, rank }))
  })
  return ranked.sort((a, b) => a.rank - b.rank || byLot(a, b)).map(({ job, document }) => ({ job, document }))
}

const drawLot = (seed: string, id: string) => createHash('sha256').update(`${seed}#${id}`).digest('hex')

const byLot = (a: { readonly lot: string }, b: { readonly lot: string }) => (a.lot < b.lot ? -1 : 1)

/** Hash written cases: two runs draw the same cases only from the same ones. */
export const hashWritten = (cases: readonly WrittenCase[]): string =>
  createHash('sha256')
    .update(JSON.stringify(cases.map(({ job, document }) => [job.id, document])))
    .digest('hex')

/** Read what the cells of a file do. */
function readDocuments(path: string): readonly ScenarioDocument[] {
  const file = parse(readFileSync(path, 'utf8')) as ScenarioDocument
  const { matrix = {}, name, description: _, invariants: __, found: ___, ...played } = file
  const { draws: ____, share: _____, steps, ...setup } = played
  return expandMatrix(matrix as Readonly<Record<string, readonly unknown[]>>).map((cell) => {
    const { value } = fillTree({ ...setup, steps }, cell, () => undefined)
    const filled = value as ScenarioDocument & { readonly steps: readonly StepDocument[] }
    return { name: `from ${String(name)}`, ...filled, steps: filled.steps.flatMap(withoutExpectations) }
  })
}

/** A step without what it expects; nothing, when it does nothing else. */
function withoutExpectations({ expect: _, ...step }: StepDocument): StepDocument[] {
  const { repeat, together } = step
  // Once is enough: drawn cases are many.
  if (isMembers(repeat)) return (repeat.steps as readonly StepDocument[]).flatMap(withoutExpectations)
  if (Array.isArray(together)) {
    return [{ ...step, together: (together as readonly StepDocument[]).flatMap(withoutExpectations) }]
  }
  // What a chain refuses depends on what came before.
  if (isMembers(step.outsider)) return [{ ...step, outsider: { ...step.outsider, reverts: 'either' } }]
  return keyOf(step) === 'expect' ? [] : [step]
}

const isMembers = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
