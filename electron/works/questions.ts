import type { Book } from '../book/index.ts'
import type { AtWork } from '../book/threads/messages.ts'
import type { ReportFormat } from '../contract/form-words.ts'
import { writeAnswer, type AnswerHow } from '../exports/answers/answer-file.ts'
import type { Spooled } from '../exports/answers/spool.ts'
import { writeEvidence, type EvidenceOptions } from '../exports/evidence/evidence.ts'
import type { FormRequest } from '../exports/forms/content.ts'
import { reportPdf, writeReport, type ReportOptions } from '../exports/forms/report.ts'
import { writeReportsZip } from '../exports/forms/reports-zip.ts'
import { exportTo, type ExportRequest } from '../exports/index.ts'
import { writeLake } from '../exports/lake/write-lake.ts'

/** Plain data: the signal and the progress of the work come with the question. */
type Plain<Options> = Omit<Options, 'signal' | 'tell'>
interface ReportAsked {
  request: FormRequest
  place: { file: string; format: ReportFormat }
  options: Plain<ReportOptions>
}

/** The long works that read a book and write files. Each throws what the function does that it names. */
export function worksOf(book: Book) {
  return {
    export: ({ request, file }: { request: ExportRequest; file: string }, { signal, tell }: AtWork) =>
      exportTo(book, request, file, { signal, onProgress: tell }),
    answer: ({ answer, how, file }: { answer: Spooled; how: AnswerHow; file: string }, { signal, tell }: AtWork) =>
      writeAnswer(answer, how, file, { signal, onProgress: tell }),
    preview: ({ request, options }: { request: FormRequest; options: Plain<ReportOptions> }, at: AtWork) =>
      reportPdf(book, request, { ...options, ...at }),
    report: ({ request, place, options }: ReportAsked, at: AtWork) => writeReport(book, request, place, { ...options, ...at }),
    reportsZip: ({ request, place, options }: ReportAsked, at: AtWork) => writeReportsZip(book, request, place, { ...options, ...at }),
    evidence: ({ request, file, options }: { request: FormRequest; file: string; options: Plain<EvidenceOptions> }, at: AtWork) =>
      writeEvidence(book, request, file, { ...options, ...at }),
    lake: ({ folder }: { folder: string }, { signal, tell }: AtWork) => writeLake(book, folder, { signal, onProgress: tell }),
  }
}
export type WorkQuestions = ReturnType<typeof worksOf>
