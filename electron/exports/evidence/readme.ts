import { LANGUAGES, type Language } from '../../words/index.ts'
import { wordsOf } from '../../words/program.ts'
import { ALLOWED_SIGNERS, MANIFEST, SIGNATURE, TAG_MANIFEST } from './bag.ts'
import { PATHS } from './paths.ts'
import { NAMESPACE, PRINCIPAL } from './sshsig.ts'

const COMMANDS = (isSigned: boolean) => `
    sha256sum -c ${MANIFEST}
    sha256sum -c ${TAG_MANIFEST}
${isSigned ? `    ssh-keygen -Y verify -f ${ALLOWED_SIGNERS} -I ${PRINCIPAL} -n ${NAMESPACE} -s ${SIGNATURE} < ${TAG_MANIFEST}\n` : ''}`

const OTHERS = `    ssh-keygen -Y sign -f KEY -n ${NAMESPACE} ${TAG_MANIFEST}
    mv ${SIGNATURE} ${TAG_MANIFEST}.NAME.sig
`

/** Under which names it lies in the bag. */
export const readmeName = (language: Language): string => (language === 'en' ? 'README.txt' : `README.${language}.txt`)
export const READMES = LANGUAGES.map(readmeName)

/** What the bundle is, in plain words: for those who have no program but what any computer brings. */
export const readmeIn = (language: Language, isSigned: boolean): string =>
  wordsOf(language).evidence.readme(isSigned, COMMANDS(isSigned), OTHERS, PATHS.records)

/** True where a README tells how the bundle's own signature is checked. */
export const saysSigned = (readme: string): boolean => readme.includes(`-Y verify -f ${ALLOWED_SIGNERS}`)
