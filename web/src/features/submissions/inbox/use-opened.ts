import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The open submission, as in the address bar. Closing a submission that was opened here returns to the list. */
export function useOpened() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const wasOpenedHere = useLocation().state?.isOpenedHere === true;
  const openedId = params.get('submission');

  const goTo = useCallback(
    (id: string) =>
      setParams((before) => withSubmission(before, id), {
        replace: true,
        state: { isOpenedHere: wasOpenedHere },
        preventScrollReset: true,
      }),
    [setParams, wasOpenedHere],
  );
  // While a submission is open, another one replaces its history entry, so that closing returns to the list.
  const isOpen = openedId !== null;
  const open = useCallback(
    (id: string) => {
      if (isOpen) goTo(id);
      else
        setParams((before) => withSubmission(before, id), { state: { isOpenedHere: true }, preventScrollReset: true });
    },
    [isOpen, goTo, setParams],
  );
  const close = useCallback(() => {
    if (wasOpenedHere) navigate(-1);
    else setParams((before) => withSubmission(before, null), { replace: true, preventScrollReset: true });
  }, [navigate, setParams, wasOpenedHere]);

  return { openedId, open, goTo, close };
}

function withSubmission(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('submission');
  else next.set('submission', id);
  return next;
}
