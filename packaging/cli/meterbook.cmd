@echo off
rem The command line of an installed Meterbook: its own Node with the program beside it. Node is a console program, so
rem the console waits for it. The folder is asked for in a routine: only there is it right for a quoted name found on PATH.
goto start
:here
set "here=%~dp0"
exit /b
:start
setlocal DisableDelayedExpansion
call :here
"%here%node.exe" --max-semi-space-size=4 --max-old-space-size=1024 "%here%out\main\cli.cjs" %*
exit /b %ERRORLEVEL%
