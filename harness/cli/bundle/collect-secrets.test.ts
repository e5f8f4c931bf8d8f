import { expect, test } from 'vitest'
import { collectSecrets } from './collect-secrets.ts'

const collect = (environment: Record<string, string>, rpcUrl?: string) =>
  collectSecrets(environment, rpcUrl).map(({ bytes }) => Buffer.from(bytes).toString())

test.each([
  ['API_SECRET', '/Sup3rS3cretB64+/AbCdEfGhIjKl'],
  ['GITHUB_PAT', 'ghp_cAnArY0123456789'],
  ['BEARER', 'eyJhbGciOiJIUzI1NiJ9'],
  ['CONNECTION_STRING', 'Server=db;Password=s3cret'],
  ['MY_TOKEN', 'svc:abc/defg/hij/klmn12'],
  ['OWNER_PASSWORD', 'swordfish'],
  ['SESSION_COOKIE', 'abcdefgh'],
  ['SENTRY_DSN', 's3ntry-dsn'],
])('behavior: %s gives its whole value', (name, value) => {
  expect(collect({ [name]: `${value}\n` })).toContain(value)
})

test.each([
  ['ETH_NODE', 'https://eth.example/v3/cAnArYkEy', 'cAnArYkEy'],
  ['UPSTREAM', 'https://eth.example/?k=cAnArYkEy', 'cAnArYkEy'],
  ['DATABASE', 'postgres://owner1:hunter@db.example/assay', 'hunter'],
  ['JAVA_DB', 'jdbc:postgresql://owner1:hunter@db.example/assay', 'hunter'],
  ['NODES', 'redis://a:hunter1@h.example,redis://b:hunter2@h.example', 'hunter2'],
  ['BROKEN', 'postgres://owner1:p%@db:port/x', 'postgres://owner1:p%@db:port/x'],
])('behavior: a URL gives what is secret of it, whatever the name of its variable: %s', (name, value, part) => {
  expect(collect({ [name]: value })).toContain(part)
})

test.each([
  ['DESKTOP_SESSION', 'passed'],
  ['XDG_SESSION_DESKTOP', 'cinnamon'],
  ['TOKEN_FILE', import.meta.filename],
  ['PWD', '/gone/since'],
  ['PATH', '/usr/bin:/bin'],
  ['SERVER', 'https://github.example'],
  ['CI_PROJECT', 'https://gitlab.example/group/scenarios'],
  ['CI_JOB', 'https://gitlab.example/-/jobs/1234567'],
  ['LOADER', 'file:///opt/loaders/register-hooks.mjs'],
  ['SHORT_KEY', 'abc'],
])('default: %s=%s holds no secret', (name, value) => {
  expect(collect({ [name]: value })).toEqual([])
})

test('behavior: of the RPC URL each part counts', () => {
  expect(collect({}, 'https://user:hunter@eth.example/v3/mainnet')).toEqual(
    expect.arrayContaining(['hunter', 'mainnet']),
  )
})
