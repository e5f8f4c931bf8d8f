import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { type Artifact, resolveFromPackage } from '../../chain/artifacts.ts'
import { HarnessError } from '../../errors.ts'

/** npm package that publishes the exact bytecode of Permit2, in a factory for typechain; no other one does. */
export const PERMIT2_PACKAGE = '@uniswap/uniswapx-sdk'

const require = createRequire(import.meta.url)

/**
 * Load Permit2, byte for byte.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export function loadPermit2(): Artifact {
  const path = join(dirname(resolveFromPackage(PERMIT2_PACKAGE)), 'contracts/factories/Permit2__factory.js')
  const { abi } = (require(path) as { Permit2__factory: { abi: Abi } }).Permit2__factory
  const bytecode = /_bytecode\s*=\s*"(0x[0-9a-f]+)"/.exec(readFileSync(path, 'utf8'))?.[1]
  if (bytecode === undefined) {
    throw new HarnessError('DEPLOY_FAILED', 'the bytecode of Permit2 was not found', {
      where: path,
      expected: 'a _bytecode constant',
      found: 'none',
      hint: 'run `npm ci`: the package has another version than the lockfile',
    })
  }
  return { name: 'Permit2', abi, bytecode: bytecode as Hex }
}
