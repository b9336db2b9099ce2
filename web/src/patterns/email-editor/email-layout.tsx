// The layout of the email editors: the subject above, the content on the left, and preview, problems and versions on the right.
import type { ReactNode } from 'react'
import { classes } from '../../components/classes.ts'
import { Tabs } from '../../components/tabs.tsx'
import { emailEditor } from './email-editor.texts.ts'
import { LiquidField } from '../field-picker/liquid-field.tsx'
import { ProblemCount } from './problem-badge.tsx'
import type { Problem } from './use-rendered-draft.ts'
import { useVariables } from './use-variables.ts'

const { layout: texts } = emailEditor

// Limits of the schemas of templates and campaigns.
const MAX_SUBJECT_LENGTH = 998
const MAX_PREVIEW_TEXT_LENGTH = 255

type EmailLayoutProps = {
  notices: ReactNode
  lines: ReactNode
  editor: ReactNode
  panes: ReactNode
  /** For panes that need little room, such as the settings of a block. */
  hasNarrowPanes?: boolean
}

/** Small screens scroll the whole layout, large ones each part. */
export function EmailLayout(props: EmailLayoutProps) {
  const { notices, lines, editor, panes, hasNarrowPanes = false } = props
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      {notices}
      {lines}
      <div
        className={classes(
          'grid min-h-0 max-lg:shrink-0 max-lg:grid-cols-[minmax(0,1fr)] max-lg:grid-rows-[32rem_36rem] lg:grow',
          hasNarrowPanes
            ? 'lg:grid-cols-[minmax(0,1fr)_24rem] xl:grid-cols-[minmax(0,1fr)_32rem]'
            : 'lg:grid-cols-2',
        )}
      >
        <div className="min-h-0 border-line max-lg:border-b lg:border-r">{editor}</div>
        <div className="flex min-h-0 flex-col bg-panel">{panes}</div>
      </div>
    </div>
  )
}

type Line = { value: string; error: string | undefined; onText: (text: string) => void }

type EmailLinesProps = { subject: Line; previewText: Line; isReadOnly: boolean }

/** Subject and preview text, as an inbox shows them. */
export function EmailLines({ subject, previewText, isReadOnly }: EmailLinesProps) {
  const fields = useVariables()
  return (
    <div className="grid gap-x-4 gap-y-2 border-b border-line bg-panel px-5 py-3 md:grid-cols-2">
      <LiquidField
        {...subject}
        fields={fields}
        label={texts.subject}
        maxLength={MAX_SUBJECT_LENGTH}
        disabled={isReadOnly}
      />
      <LiquidField
        {...previewText}
        fields={fields}
        label={texts.previewText}
        placeholder={texts.previewTextHint}
        maxLength={MAX_PREVIEW_TEXT_LENGTH}
        disabled={isReadOnly}
      />
    </div>
  )
}

type EmailPanesProps<Pane extends string> = {
  value: Pane
  values: readonly Pane[]
  names: Readonly<Record<Pane, string>>
  panes: Readonly<Record<Pane, ReactNode>>
  /** Counted on the tab of the pane `problems`. */
  problems: readonly Problem[]
  onChange: (pane: Pane) => void
}

export function EmailPanes<Pane extends string>(props: EmailPanesProps<Pane>) {
  const { value, values, names, panes, problems, onChange } = props
  return (
    <Tabs
      label={texts.panes}
      value={value}
      onChange={onChange}
      tabs={values.map((pane) => ({
        value: pane,
        label: (
          <>
            {names[pane]}
            {pane === 'problems' && <ProblemCount problems={problems} />}
          </>
        ),
        content: panes[pane],
      }))}
    />
  )
}
