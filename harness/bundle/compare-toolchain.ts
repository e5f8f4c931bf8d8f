import type { Toolchain } from './bundle.ts'

/** Say what is not as it was where a failure was found. */
export function compareToolchain(then: Toolchain, now: Toolchain): readonly string[] {
  const parts = [
    ['Assay', then.assayVersion, now.assayVersion],
    ['Node', then.nodeVersion, now.nodeVersion],
    [
      'Anvil',
      describeProgram(then.anvilVersion, then.anvilHash),
      describeProgram(now.anvilVersion, now.anvilHash),
    ],
    [
      'solc',
      describeProgram(then.solcVersion, then.solcHash),
      describeProgram(now.solcVersion, now.solcHash),
    ],
    ['platform', then.platform, now.platform],
  ] as const
  return [
    ...(then.codeHash === now.codeHash
      ? []
      : [`the code was ${describeCode(then)} and is ${describeCode(now)}`]),
    ...parts.flatMap(([name, before, after]) =>
      before === after ? [] : [`${name} was ${before} and is ${after}`],
    ),
  ]
}

const describeProgram = (version: string, hash: string) => `${version} (${hash.slice(0, 12)})`

/** The hash alone tells code from code; the commit says where to find it. */
const describeCode = ({ codeHash, gitCommit, isDirty }: Toolchain) =>
  `${codeHash.slice(0, 12)} (${gitCommit === null ? 'no commit' : `commit ${gitCommit.slice(0, 12)}`}${isDirty === true ? ' with changes' : ''})`
