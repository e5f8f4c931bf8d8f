import type { Address } from 'viem'
import type { Environment } from '../stage/environment.ts'
import { ACTORS } from '../world/actors.ts'
import type { CliIo } from './io.ts'

/** Describe a fork for those who connect to it: endpoint, accounts with their keys, addresses by name. */
export const describeWorld = ({ fork, book }: Pick<Environment, 'fork' | 'book'>, cage: Address) => ({
  rpcUrl: fork.url,
  chainId: book.chainId,
  cage,
  actors: ACTORS,
  tokens: book.tokens.map(({ symbol, address, decimals, feed }) => ({
    symbol,
    address,
    decimals,
    ...(feed ? { feed: feed.address } : {}),
  })),
  contracts: {
    common: {
      ...(book.wrappedNative ? { wrappedNative: book.wrappedNative } : {}),
      ...(book.multicall ? { multicall: book.multicall } : {}),
      ...(book.sequencerUptimeFeed ? { sequencerUptimeFeed: book.sequencerUptimeFeed } : {}),
    },
    ...book.protocols,
  },
})

/** Print a fork's description. */
export function printWorld(world: ReturnType<typeof describeWorld>, io: CliIo): void {
  const { rpcUrl, chainId, cage, actors, tokens, contracts } = world
  const head = (text: string) => io.print(`\n${io.colors.bold(text)}`)
  io.print(`RPC      ${rpcUrl}`)
  io.print(`chain    ${chainId}`)
  io.print(`cage     ${cage}`)
  head('actors (well-known test keys; never send them anything of value)')
  for (const [name, actor] of Object.entries(actors)) {
    io.print(`  ${name.padEnd(12)} ${actor.address}  ${actor.privateKey}`)
  }
  head('tokens')
  for (const { symbol, address, decimals } of tokens) {
    io.print(`  ${symbol.padEnd(12)} ${address}  ${decimals} decimals`)
  }
  for (const [name, own] of Object.entries(contracts)) {
    const known = Object.entries(own)
    if (known.length === 0) continue
    head(name)
    for (const [contract, address] of known) io.print(`  ${contract.padEnd(28)} ${address}`)
  }
}
