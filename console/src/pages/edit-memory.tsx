import { useState } from "preact/hooks";

import { at, call, get, type Problem } from "../api/client.ts";
import { useAct } from "../api/load.ts";
import type { Memory, WriteAnswer } from "../api/types.ts";
import { t } from "../i18n/index.ts";
import { Dialog, Field, Select } from "../parts/form.tsx";
import { Fault } from "../parts/notes.tsx";
import { Text } from "../parts/text.tsx";
import { IMPORTANCES } from "../parts/words.ts";

/** A correction, refused when somebody else was faster: then the current version is shown, and nothing typed is lost. */
export function EditMemory({ memory, onClose, onSaved }: { memory: Memory; onClose: () => void; onSaved: () => void }) {
  const [base, setBase] = useState(memory);
  const [content, setContent] = useState(memory.content);
  const [importance, setImportance] = useState(memory.importance);
  const [newer, setNewer] = useState<Memory | null>(null);
  const { act, busy, fault } = useAct();
  const path = at("memories", memory.memory_id);
  const query = { scope: memory.scope };
  const save = async (): Promise<void> => {
    const changed = { ...(content !== base.content && { content }), ...(importance !== base.importance && { importance }) };
    try {
      await call<WriteAnswer>("PATCH", path, { query, body: { ...changed, expected_version: base.version } });
    } catch (problem) {
      if ((problem as Problem).code === "version_conflict") setNewer(await get<Memory>(path, query));
      throw problem;
    }
    onSaved();
    onClose();
  };
  const same = content === base.content && importance === base.importance;
  return (
    <Dialog title={t("edit.title")} onClose={onClose} busy={busy}>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), act(save))}>
        <p class="muted">{t("edit.note", { n: base.version })}</p>
        <Field label={t("memory.content")}>
          {(id) => <textarea id={id} dir="auto" maxLength={10_000} value={content} onInput={(event) => setContent(event.currentTarget.value)} />}
        </Field>
        <Select label={t("memory.importance")} group="importance" value={importance} onChange={setImportance} options={IMPORTANCES} />
        {fault && <Fault fault={fault} />}
        {newer && newer.version !== base.version && (
          <div class="note warn">
            <strong>{t("edit.conflict", { n: newer.version })}</strong>
            <Text>{newer.content}</Text>
            <div>
              <button type="button" onClick={() => setBase(newer)}>
                {t("edit.reload")}
              </button>
            </div>
          </div>
        )}
        <div class="row end">
          <button type="button" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" class="primary" disabled={busy || same || !content.trim()}>
            {t("save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
