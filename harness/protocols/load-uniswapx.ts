import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { type Artifact, resolveFromPackage } from '../chain/artifacts.ts'
import { HarnessError } from '../errors.ts'

/** npm package that publishes the exact bytecode of Permit2 and of UniswapX, in factories for typechain. */
export const UNISWAPX_PACKAGE = '@uniswap/uniswapx-sdk'

const require = createRequire(import.meta.url)

/**
 * Load a contract of that package, byte for byte.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export function loadPublished(name: 'Permit2' | 'ExclusiveDutchOrderReactor' | 'OrderQuoter'): Artifact {
  const folder = dirname(resolveFromPackage(UNISWAPX_PACKAGE))
  const path = join(folder, `contracts/factories/${name}__factory.js`)
  const factories = require(path) as Readonly<Record<string, { readonly abi: Abi }>>
  const abi = factories[`${name}__factory`]?.abi
  const bytecode = /_bytecode\s*=\s*"(0x[0-9a-f]+)"/.exec(readFileSync(path, 'utf8'))?.[1]
  if (abi === undefined || bytecode === undefined) {
    throw new HarnessError('DEPLOY_FAILED', `the bytecode of ${name} was not found`, {
      where: path,
      expected: 'an ABI and a _bytecode constant',
      found: 'none',
      hint: 'run `npm ci`: the package has another version than the lockfile',
    })
  }
  return { name, abi, bytecode: bytecode as Hex }
}
