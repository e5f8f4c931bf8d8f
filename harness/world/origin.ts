import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { startAnvil } from '../chain/anvil.ts'
import { readKeptVersion } from '../chain/binaries.ts'
import { createRunDirectory } from '../chain/process-ledger.ts'
import { type CompiledContract, type CompileUnit, compileAhead, compileUnit } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { listDeployed } from '../protocols/list-deployed.ts'
import { listCageUnits } from './cage-code.ts'
import { compileContracts } from './compile.ts'
import { readDump, toGenesis } from './dump.ts'
import { embeddedBook } from './embedded-book.ts'
import type { TextBytes } from './origin-at-rest.ts'
import { findOriginCache, readOriginCache, writeOriginCache } from './origin-cache.ts'
import type { ChainName } from './origin-chains.ts'
import { recordHistory, writeHistory } from './origin-history.ts'
import { GENESIS_SECONDS, POPULATE_STEPS, type ProtocolWatch, populateOrigin } from './populate-origin.ts'
import { hashWorld } from './world-hash.ts'

/** The last block of an origin: what forks of it start from. */
export interface OriginHead {
  readonly number: number
  readonly hash: Hex
  readonly timestampSeconds: number
}

/** The embedded origin, at rest. */
export interface OriginSnapshot {
  /** SHA-256 over everything that the origin is made of. */
  readonly contentHash: string
  readonly book: AddressBook
  readonly head: OriginHead
  /** Read the chain as `anvil --load-state` takes it: JSON. @throws HarnessError CACHE_CORRUPT */
  readDump(): string
  /** Its accounts as the text of a genesis file, for forks to start with. */
  readonly genesis: TextBytes
  /** Its history, as {@link writeHistory} writes it. */
  readonly history: TextBytes
  /** Where the default cage stands. */
  readonly cage: Address
  /** Whether it was built before. */
  readonly fromCache: boolean
}

/** How far building is. */
export interface BuildProgress {
  readonly step: string
  readonly index: number
  readonly total: number
}

/** Options of {@link buildOrigin}. */
export interface BuildOriginOptions {
  /** Folder of the harness' state; the cache is `cache/` below it. */
  readonly stateDir: string
  readonly anvilBinary: string
  /** The chain that it stands for; Ethereum by default. */
  readonly chain?: ChainName
  readonly onProgress?: (progress: BuildProgress) => void
  /** Told before the cage is compiled, which takes a while. */
  readonly onCompiling?: () => void
  /** Wraps what each protocol adds; nothing is wrapped where it comes from the cache. */
  readonly watch?: ProtocolWatch
  /** Told about a cache entry that was corrupt and is built again; the message names the file. */
  readonly onWarning?: (message: string) => void
}

/**
 * Build the embedded origin, or take it from the cache.
 *
 * Building twice gives the same dump and the same head. Processes that build at the same time do not disturb each
 * other: each writes its own file and renames it into place.
 *
 * @throws HarnessError DEPLOY_FAILED, COMPILE_FAILED, ANVIL_START_FAILED
 * @example const origin = await buildOrigin({ stateDir: '.assay', anvilBinary: findBinary('anvil') })
 */
export async function buildOrigin(options: BuildOriginOptions): Promise<OriginSnapshot> {
  const { onWarning, onCompiling } = options
  const book = embeddedBook(options.chain ?? 'ethereum')
  const [contracts] = await Promise.all([
    compileContracts({ cacheDir: cacheOf(options), onWarning, onCompiling }),
    compileAhead(listCompiled(book), { cacheDir: cacheOf(options) }),
  ])
  const anvil = readKeptVersion(options.anvilBinary, options.stateDir)
  const contentHash = hashWorld(contracts, book, { anvil, chainId: book.chainId })
  const path = findOriginCache(options.stateDir, contentHash)
  const cached = readOriginCache(path, contentHash, onWarning)
  const { head, readDump, genesis, history, cage } = cached ?? (await build(contracts, book, options))
  const origin = { contentHash, head, readDump, genesis, history, cage }
  if (cached === undefined) writeOriginCache(path, origin, book)
  return { ...origin, book, fromCache: cached !== undefined }
}

/** Where what was compiled is kept. */
const cacheOf = ({ stateDir }: BuildOriginOptions) => join(stateDir, 'cache')

/** What is compiled for an origin besides the cage: all that cages trust, and what testbeds deploy. */
export const listCompiled = (book: AddressBook): readonly CompileUnit[] => [
  ...listDeployed(book).flatMap(([, { compiles = [] }]) => compiles),
  ...listCageUnits(),
]

async function build(
  contracts: Readonly<Record<string, CompiledContract>>,
  book: AddressBook,
  options: BuildOriginOptions,
) {
  const { PriceFeed } = contracts
  if (PriceFeed === undefined) {
    throw new HarnessError('COMPILE_FAILED', 'PriceFeed was not compiled', {
      expected: 'a contract PriceFeed',
      found: Object.keys(contracts).join(', '),
      hint: 'restore harness/world/contracts/PriceFeed.sol',
    })
  }
  const directory = createRunDirectory(options.stateDir)
  try {
    const anvil = await startAnvil({
      binary: options.anvilBinary,
      directory: directory.path,
      name: 'origin-build',
      parameters: {
        chainId: book.chainId,
        timestamp: GENESIS_SECONDS,
        accounts: 1,
        noMining: true,
        autoImpersonate: true,
        order: 'fifo',
      },
    })
    try {
      const { cage } = await populateOrigin(
        anvil.rpc,
        book,
        { priceFeed: PriceFeed, compile: (unit) => compileUnit(unit, { cacheDir: cacheOf(options) }) },
        (step) =>
          options.onProgress?.({ step, index: POPULATE_STEPS.indexOf(step), total: POPULATE_STEPS.length }),
        options.watch,
      )
      const head = await anvil.rpc.request<{ number: Hex; hash: Hex; timestamp: Hex }>(
        'eth_getBlockByNumber',
        ['latest', false],
      )
      const dump = await readDump(anvil.rpc)
      const built = {
        book,
        head: { number: Number(head.number), hash: head.hash, timestampSeconds: Number(head.timestamp) },
        readDump: () => dump,
      }
      const history = writeHistory(await recordHistory(built, options))
      return { ...built, genesis: toGenesis(dump), history, cage }
    } finally {
      await anvil.stop()
    }
  } finally {
    directory.remove()
  }
}
