import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../test/world/open-world.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { ACTORS } from './actors.ts'
import { readGenesis } from './dump.ts'
import { describeFixtures } from './fixtures.ts'
import { codeOfChain, codeOfGenesis, readPins } from './read-pins.ts'
import { listOwnTargets, listTargets } from './safety-policy.ts'

const STRANGER: Address = `0x${'c1'.repeat(20)}`

let world: OpenWorld

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

test('default: the accounts of the origin give the pins that a fork of it gives', async () => {
  const { snapshot, client } = world
  const { book, cage, genesis } = snapshot
  const { policy } = describeFixtures(book, cage)
  const listed = [...listTargets(policy), ...listOwnTargets(book, cage)].map(({ address }) => address)
  const contracts = [...new Set([...listed, ACTORS.operator.address, STRANGER])]
  const fromFork = await readPins(codeOfChain(createChainReader(client, book.chainId)), contracts)
  const atRest = await readPins(codeOfGenesis(readGenesis(genesis)), contracts)
  expect(atRest).toEqual(fromFork)
  expect(atRest.codeHashes.size).toBe(contracts.length)
  expect(atRest.implementations.size).toBeGreaterThan(0)
})
