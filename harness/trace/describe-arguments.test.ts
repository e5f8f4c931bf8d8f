import { readFileSync } from 'node:fs'
import { getAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { describeArguments, ENUMERATIONS } from './describe-arguments.ts'
import { nameAddresses } from './name-addresses.ts'

test('default: the effect of an action is said in words beside its number', () => {
  const { inputs } = getAbiItem({ abi: policyCageAbi, name: 'Executed' })
  const told = describeArguments(inputs, ['0x', 3, 1n, 2n, 3n, 4n], nameAddresses(EMBEDDED_BOOK, {}))
  expect(told[1]).toEqual({ name: 'effect', type: 'uint8', value: 3, meaning: 'Risk' })
  expect(told.filter(({ meaning }) => meaning !== undefined)).toHaveLength(1)
})

test('behavior: enumerations have the members of their source, in its order', () => {
  const source = readFileSync('tools/contracts/IPolicyCage.sol', 'utf8')
  const members = /enum Effect \{([^}]*)\}/
    .exec(source)?.[1]
    ?.split(',')
    .map((member) => member.trim())
  expect(ENUMERATIONS).toEqual({ 'enum IPolicyCage.Effect': members })
})
