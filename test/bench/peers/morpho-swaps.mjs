import { appendFileSync } from 'node:fs'
import { createViemTest } from '@morpho-org/test/vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { playPlainSwaps } from '../swaps/plain-swaps.ts'

const { BENCH_SWAPS, BENCH_COUNT, BENCH_TIMES } = process.env
const swaps = JSON.parse(BENCH_SWAPS)
const account = privateKeyToAccount(swaps.privateKey)
const test = createViemTest(anvil, { forkUrl: swaps.upstreamUrl, forkBlockNumber: swaps.blockNumber })

// The fork of a test is started before its body: a test begins when the one before it ended.
let began = Date.now()
for (let index = 0; index < Number(BENCH_COUNT); index += 1) {
  test(`five swaps ${index}`, async ({ client }) => {
    await playPlainSwaps(client, account, swaps)
    const ended = Date.now()
    appendFileSync(BENCH_TIMES, `${began} ${ended}\n`)
    began = ended
  })
}
