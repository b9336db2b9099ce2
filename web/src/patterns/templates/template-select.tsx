// Chooses the template of emails.
import { templateListQuery } from '../../api/content/templates.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { MoreButton } from '../list/show-more.tsx'
import { useList } from '../list/use-list.ts'

type TemplateSelectProps = {
  /** Id or alias; empty: none. */
  value: string
  onChange: (id: string) => void
  isDisabled: boolean
  error?: string | undefined
  /** Whether somebody may go back to none. */
  isOptional?: boolean
  texts: { choose: string; none: string; open: string }
}

export function TemplateSelect({
  value,
  onChange,
  isDisabled,
  error,
  isOptional,
  texts,
}: TemplateSelectProps) {
  const { api } = useProject()
  const { query, rows: templates } = useList(templateListQuery(api), 'templates')
  const chosen = templates.find(({ id, alias }) => id === value || alias === value)
  const options = [
    ...(isOptional || value === '' ? [{ value: '', label: texts.none }] : []),
    ...(value === '' || chosen ? [] : [{ value, label: value }]),
    ...templates.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={texts.choose}
        value={chosen?.id ?? value}
        options={options}
        isDisabled={isDisabled}
        error={error}
        onChange={onChange}
      />
      <div className="flex items-center justify-between gap-2">
        {chosen && (
          <RecordLink
            kind="template"
            id={chosen.id}
            className="text-xs font-medium text-accent-text underline-offset-2 hover:underline"
          >
            {texts.open}
          </RecordLink>
        )}
        <MoreButton query={query} />
      </div>
    </div>
  )
}
