import * as fc from 'fast-check'
import {
  type Address,
  createPublicClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type ContractReads, createContractReads, isAnswerOfContract } from './contract-reads.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000000aa'
const MULTICALL: Address = '0x00000000000000000000000000000000000000bb'
const WORD: Hex = `0x${'0'.repeat(63)}7`

/** viem's own reads and these, over one node that notes what it is asked. */
function connect(answer: Hex | Error) {
  const asked: unknown[] = []
  const request = async (request: unknown) => {
    asked.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { asked, viems: client as ContractReads, ours: createContractReads(client) }
}

const describeOutcome = async (read: () => Promise<unknown>) => {
  try {
    return await read()
  } catch (error) {
    return { thrown: (error as Error).name, message: (error as Error).message }
  }
}

const inWords = (results: unknown) =>
  Array.isArray(results)
    ? results.map((answer) =>
        typeof answer === 'object'
          ? { ...answer, name: answer.error?.name, error: answer.error?.message }
          : answer,
      )
    : results

describe('createContractReads', () => {
  const batches = fc.record({
    answers: fc.array(
      fc.record({
        success: fc.boolean(),
        returnData: fc.constantFrom<Hex>(
          '0x',
          WORD,
          '0x1234',
          `0x08c379a0${'0'.repeat(62)}20${'0'.repeat(64)}`,
        ),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    batchSize: fc.constantFrom(0, 1_024),
    allowFailure: fc.boolean(),
    functionName: fc.constantFrom('balanceOf', 'totalSupply', 'nothing'),
  })

  test('behavior: a batch comes to what viem makes of it, by the same requests', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async ({ answers, functionName, ...options }) => {
        const answer = encodeFunctionResult({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          result: answers,
        })
        const contracts = answers.map(() => ({
          abi: erc20Abi,
          address: TOKEN,
          functionName,
          ...(functionName === 'balanceOf' ? { args: [TOKEN] } : {}),
        }))
        const outcome = async (name: 'viems' | 'ours') => {
          const node = connect(answer)
          const batch = { ...options, contracts, multicallAddress: MULTICALL, blockNumber: 5n }
          const results = await describeOutcome(() => node[name].multicall(batch as never))
          return { results: inWords(results), asked: node.asked }
        }
        expect(await outcome('ours')).toEqual(await outcome('viems'))
      }),
    )
  })

  test.each([
    true,
    false,
  ])('I36: error: a node that fails fails a batch in one request, with allowFailure %s', async (allowFailure) => {
    const contracts = [{ abi: erc20Abi, address: TOKEN, functionName: 'totalSupply' }] as const
    const { ours } = connect(new Error('the node is gone'))
    const batch = ours.multicall({ contracts, multicallAddress: MULTICALL, batchSize: 0, allowFailure })
    await expect(batch).rejects.toMatchObject({ name: 'ContractFunctionExecutionError' })
  })

  test.each([-1, 1])('error: a node that answers %i more than was asked fails the batch', async (more) => {
    const client = {
      call: async ({ data }: { readonly data: Hex }) => {
        const { args } = decodeFunctionData({ abi: multicall3Abi, data })
        const answered = (args?.[0] as readonly unknown[]).length + more
        const result = Array.from({ length: answered }, () => ({ success: true, returnData: WORD }))
        return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
      },
    }
    const contracts = [{ abi: erc20Abi, address: TOKEN, functionName: 'totalSupply' }] as const
    const { multicall } = createContractReads(client as never)
    const batch = multicall({ contracts, multicallAddress: MULTICALL, batchSize: 0 })
    await expect(batch).rejects.toThrow('multicall results mismatch')
  })

  test('behavior: a long batch is several requests, each with gas of its own, and their answers are in its order', async () => {
    const asked: number[] = []
    const client = {
      call: async ({ data }: { readonly data: Hex }) => {
        const { args } = decodeFunctionData({ abi: multicall3Abi, data })
        const calls = args?.[0] as readonly { readonly target: Address }[]
        asked.push(calls.length)
        const result = calls.map(({ target }) => ({ success: true, returnData: pad(target) }))
        return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
      },
    }
    const contracts = Array.from({ length: 1_001 }, (_, index) => ({
      abi: erc20Abi,
      address: pad(numberToHex(index + 1), { size: 20 }),
      functionName: 'totalSupply',
    }))
    const { multicall } = createContractReads(client as never)
    const read = await multicall({
      contracts,
      multicallAddress: MULTICALL,
      batchSize: 0,
      allowFailure: false,
    } as never)
    expect(read).toEqual(contracts.map((_, index) => BigInt(index + 1)))
    expect(asked).toEqual([400, 400, 201])
  })

  test.each([
    WORD,
    '0x',
    '0x12',
    new Error('execution reverted'),
  ])('behavior: one read comes to what viem makes of %s', async (answer) => {
    const outcome = async (name: 'viems' | 'ours') => {
      const node = connect(answer as Hex | Error)
      const read = { abi: erc20Abi, address: TOKEN, functionName: 'balanceOf', args: [TOKEN] } as const
      return { result: await describeOutcome(() => node[name].readContract(read)), asked: node.asked }
    }
    expect(await outcome('ours')).toEqual(await outcome('viems'))
  })

  test.each([
    { answer: '0x', expected: true },
    { answer: '0x12', expected: true },
    { answer: Object.assign(new Error('execution reverted'), { code: 3, data: '0x' }), expected: true },
    { answer: new Error('the node is gone'), expected: false },
    { answer: Object.assign(new Error('too many requests'), { code: 429 }), expected: false },
  ])('behavior: that $answer is what the contract answered is $expected', async ({ answer, expected }) => {
    const { ours } = connect(answer as Hex | Error)
    const read = { abi: erc20Abi, address: TOKEN, functionName: 'balanceOf', args: [TOKEN] } as const
    const cause = await ours.readContract(read).catch((thrown: unknown) => thrown)
    expect(isAnswerOfContract(cause)).toBe(expected)
  })
})
