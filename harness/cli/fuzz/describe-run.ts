import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { toCanonicalJson } from '../../../tools/core/json.ts'
import { hashCorpus } from '../../fuzz/corpus.ts'
import { BLOCK_CASES } from '../../fuzz/fuzz.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** Say what a fuzz run depends on, before anything runs; with the number of the case at which it is continued. */
export function describeRun(
  run: FuzzRun,
  continued?: { readonly at: number; readonly path: string },
): string {
  const { options, property, limit, inputs, served, workers, config, settings } = run
  const policy = createHash('sha256').update(toCanonicalJson(settings)).digest('hex')
  return [
    `fuzz ${property.name}: ${property.description}`,
    `  seed ${options.seed}, ${'runs' in limit ? `${limit.runs} cases` : `for ${options.time}`}, workers ${workers}, blocks of ${BLOCK_CASES}`,
    `  world ${served.worldHash.slice(0, 12)}, policy ${policy.slice(0, 12)}, model ${settings.model}, code ${config.code.slice(0, 12)}`,
    `  corpus ${inputs.corpus.length} cases, hash ${hashCorpus(inputs.corpus).slice(0, 12)}${options.corpus === undefined ? '' : ` (${options.corpus})`}`,
    `  written scenarios ${inputs.written.length}, hash ${config.written.slice(0, 12)}`,
    '  each case draws its own configuration: profile, phase, limits, policy, kinds of steps and faults',
    ...(continued
      ? [
          `  continued at case ${continued.at} of an interrupted run; delete ${relative(process.cwd(), continued.path)} to start anew`,
        ]
      : []),
  ].join('\n')
}
