import { getCreate2Address, keccak256, size, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from '../../../tools/protocols/zodiac-roles/base.ts'
import { loadLibrary, loadProxyFactory, loadRoles, loadSingletonFactory } from './contracts.ts'

test('default: the published factory of proxies comes to its canonical address', () => {
  const address = getCreate2Address({
    from: '0xce0042B868300000d44A59004Da54A005ffdcf9f',
    ...loadProxyFactory(),
  })
  expect(address).toBe(BASE.addresses[1].proxyFactory)
})

test('default: every bytecode is another one, and Roles has its libraries', () => {
  const roles = loadRoles({ integrity: zeroAddress, packer: zeroAddress }).bytecode
  const codes = [
    roles,
    loadLibrary('integrity').bytecode,
    loadLibrary('packer').bytecode,
    loadSingletonFactory().bytecode,
  ]
  expect(new Set(codes.map((code) => keccak256(code))).size).toBe(4)
  for (const code of codes) expect(code).toMatch(/^0x([0-9a-f]{2})+$/)
  expect(size(roles)).toBe(26_201)
})
