import { expect, test } from 'vitest'
import { findModel } from './find-model.ts'

test.each([
  ['user:s3cr3t@host/v1', 'that is no URL of http or https'],
  ['http://user:s3cr3t@host:99999/v1', 'that is no URL of http or https'],
  ['//user:s3cr3t@host/v1', 'that is no URL of http or https'],
])('error: BAD_USAGE for the base URL %j, whose secrets are not told', async (baseUrl, found) => {
  const asked = findModel('openai-compatible/local', { environment: {}, baseUrl })
  await expect(asked).rejects.toMatchObject({
    code: 'BAD_USAGE',
    message: expect.stringContaining(`--base-url ${found}`),
  })
  await expect(asked).rejects.not.toThrow('s3cr3t')
})

test('error: BAD_USAGE without the name of a model, whose server is told without its secrets', async () => {
  const ports = { environment: {}, baseUrl: 'http://user:s3cr3t@host/v1' }
  await expect(findModel('openai-compatible/', ports)).rejects.toThrow(/--base-url http:\/\/host\/…/)
})

test.each([
  ['a query', 'http://host/v1?api-key=s3cr3t'],
  ['an empty query', 'http://host/v1?'],
  ['a fragment', 'http://host/v1#s3cr3t'],
  ['a user name', 'http://user:s3cr3t@host/v1'],
])('error: BAD_USAGE for a base URL with %s, behind which no path can be put', async (what, baseUrl) => {
  const asked = findModel('openai-compatible/local', { environment: {}, baseUrl })
  await expect(asked).rejects.toMatchObject({
    code: 'BAD_USAGE',
    details: { found: expect.stringContaining(what.replace('an empty', 'a')) },
  })
  await expect(asked).rejects.not.toThrow('s3cr3t')
})
