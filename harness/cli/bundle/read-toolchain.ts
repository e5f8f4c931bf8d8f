import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Toolchain } from '../../bundle/bundle.ts'
import { hashBytes } from '../../bundle/read-bundle.ts'
import { hashCode } from '../hash-code.ts'
import { readOwnVersion } from '../own-version.ts'
import { readCheckout } from '../read-git.ts'
import type { Forks } from '../upstream.ts'

const require = createRequire(import.meta.url)

/** Read what a failure is run again with. */
export async function readToolchain({
  anvilBinary,
  anvilVersion,
}: Pick<Forks, 'anvilBinary' | 'anvilVersion'>): Promise<Toolchain> {
  const checkout = readCheckout()
  const { version } = require('solc/package.json') as { readonly version: string }
  return {
    assayVersion: readOwnVersion(),
    ...(await checkout),
    codeHash: hashCode(),
    nodeVersion: process.versions.node,
    anvilVersion,
    anvilHash: hashBytes(readFileSync(anvilBinary)),
    solcVersion: version,
    solcHash: hashBytes(readFileSync(require.resolve('solc/soljson.js'))),
    platform: `${process.platform}-${process.arch}`,
  }
}
