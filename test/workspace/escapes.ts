import type { Subject } from './backends.ts'

/** A way in which a path may be made to lead out of the working folder. */
export interface Escape {
  readonly title: string
  /** The path to the file outside; what it needs is put there first. */
  readonly path: (subject: Subject) => string
}

const up = (path: string): Escape => ({ title: JSON.stringify(path), path: () => path })
const absolute = (title: string, path: (subject: Subject) => string): Escape => ({ title, path })

/** Put a link into the working folder and go through it. */
const byLink = (title: string, target: (subject: Subject) => string, through: string): Escape => ({
  title,
  path(subject) {
    const [name = ''] = through.split('/')
    subject.link([name], target(subject))
    return through
  },
})

/** Paths that lead to the file outside wherever a check fails; each was a hole in some program. */
export const ESCAPES: readonly Escape[] = [
  up('../outside/secret.txt'),
  up('./../outside/secret.txt'),
  up('.././outside/secret.txt'),
  up('..//outside/secret.txt'),
  up('../outside/./secret.txt'),
  up('a/../../outside/secret.txt'),
  up('a/b/../../../outside/secret.txt'),
  up('a/./../../outside/secret.txt'),
  up('missing/../../outside/secret.txt'),
  up('../root/../outside/secret.txt'),
  up('../../../../../../../../../../etc/passwd'),
  up('a/../../../../../../../../../../etc/passwd'),
  up('../root-beside/secret.txt'),
  up('..'),
  up('../'),
  up('a/../..'),
  absolute('an absolute path', ({ outside }) => `${outside}/secret.txt`),
  absolute('an absolute path with two slashes', ({ outside }) => `/${outside}/secret.txt`),
  absolute('an absolute path through the root', ({ root }) => `${root}/../outside/secret.txt`),
  absolute('an absolute path with dots', ({ outside }) => `${outside}/./../outside/secret.txt`),
  absolute('an absolute path that begins like the root', ({ root }) => `${root}-beside/secret.txt`),
  absolute('through the folder that is allowed', ({ allowed }) => `${allowed}/../outside/secret.txt`),
  absolute('an absolute path that begins like the allowed folder', ({ allowed }) => `${allowed}x/secret.txt`),
  absolute('a system file', () => '/etc/passwd'),
  absolute('a descriptor', () => '/proc/self/cwd/../etc/passwd'),
  absolute('the root of the process', ({ outside }) => `/proc/self/root${outside}/secret.txt`),
  absolute('the environment of the process', () => '/proc/self/environ'),
  absolute('a standard stream', () => '/dev/stdin'),
  byLink('a link to the file', ({ outside }) => `${outside}/secret.txt`, 'link1'),
  byLink('a relative link to the file', () => '../outside/secret.txt', 'link2'),
  byLink('a link to the folder', ({ outside }) => outside, 'link3/secret.txt'),
  byLink('a relative link to the folder', () => '../outside', 'link4/secret.txt'),
  byLink('a link to the folder above', () => '..', 'link5/outside/secret.txt'),
  byLink('a link to the root of the machine', () => '/', 'link6/etc/passwd'),
  byLink('a link to /proc/self/root', () => '/proc/self/root', 'link7/etc/passwd'),
  byLink('a link that goes down first', () => 'a/b/../../../outside/secret.txt', 'link8'),
  byLink('a link through the root by its name', ({ root }) => `${root}/../outside/secret.txt`, 'link9'),
  {
    title: 'a chain of links',
    path(subject) {
      subject.link(['chain1'], 'chain2')
      subject.link(['chain2'], 'a/chain3')
      subject.link(['a', 'chain3'], '../../outside')
      return 'chain1/secret.txt'
    },
  },
  {
    title: 'a step back from within a link',
    path(subject) {
      subject.link(['back'], 'a/b')
      return 'back/../../../outside/secret.txt'
    },
  },
  {
    title: 'a link in the folder that is allowed, reached by a link',
    path(subject) {
      subject.link(['over'], subject.allowed)
      return 'over/../../outside/secret.txt'
    },
  },
  {
    title: 'a link to a link to itself, and then out',
    path(subject) {
      subject.link(['loop1'], 'loop2')
      subject.link(['loop2'], 'loop1')
      return 'loop1/../../outside/secret.txt'
    },
  },
  {
    title: 'a link whose name is a step',
    path(subject) {
      subject.link(['... '], '..')
      return '... /outside/secret.txt'
    },
  },
  { title: 'a NUL byte after a name inside', path: () => 'a/inside.txt\0/../../outside/secret.txt' },
  { title: 'a NUL byte at the end', path: () => '../outside/secret.txt\0' },
  { title: 'half a surrogate pair', path: () => '../outside/secret\ud800.txt' },
]

/** Paths that mean something to other programs: here they are names, of which nothing is there. */
export const MERE_NAMES: readonly string[] = [
  '%2e%2e/outside/secret.txt',
  '..%2foutside%2fsecret.txt',
  '..\\outside\\secret.txt',
  '..\\/outside/secret.txt',
  '\u2024\u2024/outside/secret.txt',
  '\uff0e\uff0e/outside/secret.txt',
  '..\u2215outside\u2215secret.txt',
  '~/secret.txt',
  '~root/.ssh/id_ed25519',
  '$HOME/secret.txt',
  '`pwd`/../outside/secret.txt/..',
  'file:///etc/passwd',
  '.../outside/secret.txt',
  '.. /outside/secret.txt',
  ' ../outside/secret.txt',
  'C:\\secret.txt',
]
