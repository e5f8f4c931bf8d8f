import type { RecordProvenance } from './record.ts'

/** What a replay is compared by. */
type Compared = Omit<RecordProvenance, 'assumptions' | 'maxLoss' | 'options' | 'replayOf'>

/** Say what is no longer as it was when a run was recorded; of scenario files those that are given only. */
export function compareProvenance(then: Compared, now: Compared, files: readonly string[]): string[] {
  const versions = [
    ['Assay', then.assayVersion, now.assayVersion],
    ['Node', then.nodeVersion, now.nodeVersion],
    ['Anvil', then.anvilVersion, now.anvilVersion],
    ['platform', then.platform, now.platform],
    ['world', then.worldHash.slice(0, 12), now.worldHash.slice(0, 12)],
    ['cassette', describeCassette(then), describeCassette(now)],
    ['origin', describeOrigin(then), describeOrigin(now)],
    ['seed', then.seed, now.seed],
  ] as const
  return [
    ...changedFiles(then, now, files).map((file) => `the scenario file ${file} changed`),
    ...(then.codeHash === now.codeHash
      ? []
      : [`the code changed: recorded at ${describeCode(then)}, now ${describeCode(now)}`]),
    ...versions.flatMap(([name, before, after]) =>
      before === after ? [] : [`${name} was ${before} and is ${after}`],
    ),
  ]
}

/** List the files that are not what they were. */
export const changedFiles = (
  then: Pick<Compared, 'files'>,
  now: Pick<Compared, 'files'>,
  files: readonly string[],
): string[] => files.filter((file) => then.files[file] !== now.files[file])

const describeCode = ({ gitCommit, isDirty }: Compared) =>
  `${gitCommit?.slice(0, 12) ?? 'no commit'}${isDirty === true ? ' with uncommitted changes' : ''}`

/** Name the cassette of a run. */
export const describeCassette = ({ cassetteHash }: Pick<Compared, 'cassetteHash'>): string =>
  cassetteHash?.slice(0, 12) ?? 'none'

const describeOrigin = ({ origin }: Compared) =>
  `${origin.kind}, chain ${origin.chainId}, block ${origin.blockNumber}`
