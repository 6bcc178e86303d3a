/**
 * What is wrong with a release, and why the place of releases is silent: the window and the command line say it alike. The
 * window reads them as messages of vue-i18n, to which { } @ and | mean something: none of them has these.
 */
export const UPDATE_FAULT_WORDS = {
  'no-signature': 'it has no signature that can be read',
  'cut-signature': 'its signature is cut off',
  'other-purpose': 'its signature was made for something else',
  'other-kind-of-key': 'its signature is of a kind of key that releases are not signed with',
  'other-hash': 'its signature is made in a way that releases are not signed',
  'other-key': 'it is signed with a key that this program does not know',
  'revoked-key': 'it is signed with a key that is not to be trusted any more',
  'broken-signature': 'its signature is not of these bytes: one of the two was changed, cut or exchanged',
  'not-canonical': 'it is not written as releases are: something is repeated in it, stands before or behind it, or is no plain number',
  'not-a-manifest': 'it does not say what a release has to say, or says what none can',
  'newer-format': 'it is written for a newer Meterbook than this one',
  'other-product': 'it is a release of another program',
  older: 'it is older than this program',
  replayed: 'it is older than a release that this program has seen, so somebody may hold newer ones back',
  'other-channel': 'it is an early version, and those are not wanted here (preferences)',
  'future-date': "its date has not come yet: it, or this computer's clock, is wrong",
  'absurd-date': 'its date lies before there was a release',
  'no-package': 'it has no package for this computer and this installation',
  'too-far': 'this program is too old to go there at once; first install the version',
  size: 'the package is not of the size that was signed',
  digest: 'the package is not the one that was signed',
  'not-a-file': 'in the place of the package lies a link, or no file',
  'nothing-inside': 'there is no release in it: meterbook-update.json and its signature',
  'bad-zip': 'the ZIP is damaged, or made so that it does harm',
  'package-missing': 'the package for this computer is not in it',
}

export const UPDATE_SILENCE_WORDS = {
  insecure: 'its address is not https, or has a password in it',
  unreachable: 'it cannot be reached',
  timeout: 'it did not answer in time',
  tls: 'its certificate is not trusted on this computer, or the handshake failed',
  proxy: 'the proxy did not let the request through',
  redirected: 'it answered with a redirect, which is not followed',
  status: 'it answered with an error',
  'too-large': 'its answer is larger than any release says',
}
