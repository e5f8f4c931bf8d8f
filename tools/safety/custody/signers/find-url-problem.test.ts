import { expect, test } from 'vitest'
import { findUrlProblem } from './find-url-problem.ts'

test.each([
  'https://signer.example',
  'http://127.0.0.1:9000',
  'http://[::1]:9000',
  'http://localhost:9000',
])('default: a token may be sent to %s', (url) => expect(findUrlProblem(url)).toBeUndefined())

test.each([
  ['nothing', /found none/],
  ['https://user@signer.example', /without user name and password/],
  ['https://:password@signer.example', /without user name and password/],
  ['http://signer.example', /^expected https/],
  ['http://127.0.0.1.signer.example', /^expected https/],
  ['http://localhost.signer.example', /^expected https/],
  ['http://my-localhost', /^expected https/],
  ['ftp://127.0.0.1', /^expected https/],
])('I25: a token may not be sent to %s', (url, problem) => expect(findUrlProblem(url)).toMatch(problem))
