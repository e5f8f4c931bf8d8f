import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROUTES } from '../../../tools/protocols/across/routes.ts'

const source = readFileSync(
  new URL('../../../tools/protocols/across/contracts/AcrossChecker.sol', import.meta.url),
  'utf8',
)

test('behavior: the checker knows the tokens and chains that the tools know, and no other', () => {
  const told = new Set(source.match(/0x[0-9a-fA-F]{40}/g))
  expect(told).toEqual(new Set(ROUTES.flatMap(({ inputToken, outputToken }) => [inputToken, outputToken])))
  const chains = [...source.matchAll(/uint256 private constant (?!\w+_WORDS)\w+ = (\d+);/g)].map(([, id]) =>
    Number(id),
  )
  expect(new Set(chains)).toEqual(new Set(ROUTES.map(({ chainId }) => chainId)))
})
