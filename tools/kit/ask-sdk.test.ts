import { expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { Type } from '../core/schema.ts'
import type { SdkPort } from '../core/sdk-port.ts'
import { askSdk } from './ask-sdk.ts'

const { signal } = new AbortController()
const ask = (answer?: SdkPort['ask']) =>
  askSdk(
    { ...(answer ? { sdks: { ask: answer } } : {}), signal },
    'm',
    { a: 1 },
    Type.Object({ b: Type.Integer() }),
  )

test('default', async () => {
  const asked: unknown[] = []
  const answer = await ask(async (...all) => {
    asked.push(all)
    return { b: 2 }
  })
  expect([answer, asked]).toEqual([{ b: 2 }, [['m', { a: 1 }, signal]]])
})

test.each<[string, SdkPort['ask'] | undefined]>([
  ['this process runs no SDKs', undefined],
  ['it crashed', () => Promise.reject(new Error('it crashed'))],
  ['what it answered', async (): Promise<Json> => ({ b: '2' })],
  ['what it answered', async (): Promise<Json> => null],
])('error: SDK_FALLBACK_UNAVAILABLE, %s', async (reason, answer) => {
  await expect(ask(answer)).rejects.toMatchObject({
    code: 'SDK_FALLBACK_UNAVAILABLE',
    message: expect.stringContaining(reason),
  })
})
