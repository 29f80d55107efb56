package credential

import "sync"

// kinds is the table. The order is the order in which they are told.
var kinds = sync.OnceValue(func() []Kind {
	var all []Kind
	for _, group := range [][]Kind{registries, machines, clouds, deployments, keyFiles} {
		all = append(all, group...)
	}
	return all
})

// registries are how package managers sign in.
var registries = []Kind{
	{What: "npm's settings with a token", Source: "https://docs.npmjs.com/cli/configuring-npm/npmrc", Names: []string{".npmrc"}, Settings: true, Holds: npmrc},
	{What: "Yarn's settings with a token", Source: "https://yarnpkg.com/configuration/yarnrc", Names: []string{".yarnrc.yml"}, Settings: true, Holds: assigned(`npmAuthToken|npmAuthIdent|npmPublishToken`)},
	{What: "Yarn's settings with a token", Source: "https://classic.yarnpkg.com/en/docs/yarnrc", Names: []string{".yarnrc"}, Settings: true, Holds: npmrc},
	{What: "Bun's settings with a token", Source: "https://bun.com/docs/runtime/bunfig", Names: []string{"bunfig.toml", ".bunfig.toml"}, Settings: true, Holds: either(assigned(`token|password`), inURL)},
	{What: "pip's settings with a password", Source: "https://pip.pypa.io/en/stable/topics/configuration/", Names: []string{"pip.conf", "pip.ini"}, Settings: true, Holds: inURL},
	{What: "PyPI's credentials", Source: "https://packaging.python.org/en/latest/specifications/pypirc/", Names: []string{".pypirc"}, Always: true},
	{What: "Poetry's credentials", Source: "https://python-poetry.org/docs/repositories/#configuring-credentials", Names: []string{"auth.toml"}, Holds: poetryAuth},
	{What: "conda's credentials", Source: "https://docs.conda.io/projects/conda/en/latest/user-guide/configuration/use-condarc.html", Names: []string{".condarc"}, Settings: true, Holds: inURL},
	{What: "Composer's credentials", Source: "https://getcomposer.org/doc/articles/authentication-for-private-packages.md", Names: []string{"auth.json"}, Holds: shaped(composerAuth)},
	{What: "Bundler's settings with a password", Source: "https://bundler.io/man/bundle-config.1.html", Names: []string{".bundle/config"}, Settings: true, Holds: bundler},
	{What: "RubyGems' credentials", Source: "https://guides.rubygems.org/api-key-scopes/", Names: []string{".gem/credentials"}, Always: true},
	{What: "Cargo's credentials", Source: "https://doc.rust-lang.org/cargo/reference/config.html#credentials", Names: []string{".cargo/credentials", ".cargo/credentials.toml"}, Always: true},
	{What: "Cargo's settings with a token", Source: "https://doc.rust-lang.org/cargo/reference/config.html", Names: []string{".cargo/config.toml", ".cargo/config"}, Settings: true, Holds: either(assigned(`token|secret-key`), inURL)},
	{What: "NuGet's settings with a password", Source: "https://learn.microsoft.com/nuget/reference/nuget-config-file#packagesourcecredentials", Names: []string{"nuget.config"}, Settings: true, Holds: nuget},
	{What: "Gradle's settings with a password", Source: "https://docs.gradle.org/current/userguide/build_environment.html", Names: []string{"gradle.properties", "gradle-local.properties"}, Settings: true, Holds: properties},
	{What: "Maven's settings with a password", Source: "https://maven.apache.org/settings.html#servers", Names: []string{"settings.xml", "*-settings.xml", "settings-*.xml", "settings_*.xml"}, Settings: true, Holds: mavenSettings},
	{What: "Maven's master password", Source: "https://maven.apache.org/guides/mini/guide-encryption.html", Names: []string{"settings-security.xml"}, Always: true},
	{What: "Ivy's or sbt's credentials", Source: "https://www.scala-sbt.org/1.x/docs/Publishing.html#Credentials", Names: []string{".credentials", ".ivy2/", ".sbt/*.credentials"}, Always: true},
	{What: "Leiningen's credentials", Source: "https://codeberg.org/leiningen/leiningen/src/branch/main/doc/DEPLOY.md", Names: []string{"credentials.clj.gpg", "credentials.clj"}, Always: true},
	{What: "Hex's settings with a key", Source: "https://hexdocs.pm/hex/Mix.Tasks.Hex.Config.html", Names: []string{".hex/"}, Always: true},
	{What: "pub's credentials", Source: "https://dart.dev/tools/pub/cmd/pub-token", Names: []string{"pub-tokens.json", "pub-credentials.json"}, Always: true},
	{What: "CocoaPods' session", Source: "https://guides.cocoapods.org/making/getting-setup-with-trunk.html", Names: []string{".cocoapods/"}, Always: true},
}

// machines are what tools keep in the home of the person who runs them.
var machines = []Kind{
	{What: "settings of one machine", Source: "https://12factor.net/config", Names: []string{".env", ".env.*", ".envrc"}, Always: true, Inside: dotenv},
	{What: "variables with a secret", Source: "https://docs.docker.com/reference/compose-file/services/#env_file", Names: []string{"*.env", "*.env.txt"}, Holds: dotenv},
	{What: "passwords for machines (netrc)", Source: "https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html", Names: []string{".netrc", "_netrc", ".authinfo", ".authinfo.gpg"}, Always: true},
	{What: "PostgreSQL's passwords", Source: "https://www.postgresql.org/docs/current/libpq-pgpass.html", Names: []string{".pgpass", "pgpass.conf"}, Always: true},
	{What: "PostgreSQL's services with a password", Source: "https://www.postgresql.org/docs/current/libpq-pgservice.html", Names: []string{".pg_service.conf", "pg_service.conf"}, Holds: assigned(`password`)},
	{What: "MySQL's passwords", Source: "https://dev.mysql.com/doc/refman/8.4/en/option-files.html", Names: []string{".my.cnf", ".mylogin.cnf"}, Always: true},
	{What: "MySQL's settings with a password", Source: "https://dev.mysql.com/doc/refman/8.4/en/option-files.html", Names: []string{"my.cnf", "my.ini"}, Settings: true, Holds: assigned(`password`)},
	{What: "Git's passwords", Source: "https://git-scm.com/docs/git-credential-store", Names: []string{".git-credentials"}, Always: true},
	{What: "Git's settings with a password", Source: "https://git-scm.com/docs/git-config", Names: []string{".gitconfig"}, Holds: inURL},
	{What: "SSH's keys", Source: "https://man.openbsd.org/ssh.1#FILES", Names: []string{".ssh/"}, Always: true},
	{What: "an SSH key", Source: "https://man.openbsd.org/ssh-keygen.1#FILES", Names: []string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk"}, Always: true},
	{What: "GnuPG's keys", Source: "https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html", Names: []string{".gnupg/", "secring.gpg"}, Always: true},
	{What: "pass's passwords", Source: "https://www.passwordstore.org/", Names: []string{".password-store/"}, Always: true},
	{What: "a shell's or client's history", Source: "https://www.gnu.org/software/bash/manual/bash.html#Bash-History-Facilities", Names: []string{".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".python_history", ".node_repl_history", ".rediscli_history"}, Always: true},
	{What: "a mail account's password", Source: "https://marlam.de/msmtp/documentation/", Names: []string{".msmtprc", ".fetchmailrc", ".mbsyncrc"}, Always: true},
	{What: "a share's password", Source: "https://manpages.debian.org/mount.cifs.8", Names: []string{".smbcredentials", ".cifscredentials"}, Always: true},
	{What: "Erlang's cookie", Source: "https://www.erlang.org/doc/system/distributed.html#security", Names: []string{".erlang.cookie"}, Always: true},
	{What: "an editor's passwords for uploads", Source: "https://github.com/icetee/remote-ftp", Names: []string{".ftpconfig", "sftp-config.json", ".ftppass", ".remote-sync.json"}, Always: true},
	{What: "Kaggle's key", Source: "https://www.kaggle.com/docs/api", Names: []string{"kaggle.json"}, Always: true},
	{What: "Hugging Face's token", Source: "https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables", Names: []string{".huggingface/"}, Always: true},
	{What: "dbt's profiles with a password", Source: "https://docs.getdbt.com/docs/core/connect-data-platform/profiles.yml", Names: []string{"profiles.yml"}, Holds: assigned(`password|pass|token|private_key|client_secret`)},
	{What: "Streamlit's secrets", Source: "https://docs.streamlit.io/develop/concepts/connections/secrets-management", Names: []string{".streamlit/secrets.toml"}, Always: true},
	{What: "Snowflake's connections", Source: "https://docs.snowflake.com/en/user-guide/snowsql-config", Names: []string{".snowsql/", ".snowflake/"}, Always: true},
	{What: "Databricks' token", Source: "https://docs.databricks.com/en/dev-tools/auth/config-profiles.html", Names: []string{".databrickscfg"}, Always: true},
	{What: "Sentry's token", Source: "https://docs.sentry.io/cli/configuration/", Names: []string{".sentryclirc", "sentry.properties"}, Holds: assigned(`token|auth\.token|api_key`)},
	{What: "a password safe", Source: "https://keepass.info/help/kb/kdbx.html", Names: []string{"*.kdbx", "*.kdb"}, Always: true},
}

// clouds are how one signs in at providers.
var clouds = []Kind{
	{What: "AWS's credentials", Source: "https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html", Names: []string{".aws/"}, Always: true},
	{What: "an AWS access key", Source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html", Names: []string{"*accessKeys.csv", "rootkey.csv", "*credentials.csv"}, Always: true},
	{What: "Boto's credentials", Source: "https://docs.aws.amazon.com/boto3/latest/guide/configuration.html", Names: []string{".boto"}, Always: true},
	{What: "s3cmd's keys", Source: "https://s3tools.org/kb/item14.htm", Names: []string{".s3cfg", ".passwd-s3fs"}, Always: true},
	{What: "MinIO's keys", Source: "https://min.io/docs/minio/linux/reference/minio-mc.html", Names: []string{".mc/"}, Always: true},
	{What: "Azure's credentials", Source: "https://learn.microsoft.com/cli/azure/azure-cli-configuration", Names: []string{".azure/", "azureauth.json", "*.azureauth", "*.publishsettings"}, Always: true},
	{What: "settings of Azure Functions with a key", Source: "https://learn.microsoft.com/azure/azure-functions/functions-develop-local#local-settings-file", Names: []string{"local.settings.json"}, Always: true},
	{What: "Google Cloud's credentials", Source: "https://cloud.google.com/docs/authentication/application-default-credentials", Names: []string{".config/gcloud/", "gcloud/", "application_default_credentials.json", "legacy_credentials/"}, Holds: shaped(googleAccount, oauthClient)},
	{What: "a Google service account", Source: "https://cloud.google.com/iam/docs/keys-create-delete", Names: []string{"*service-account*.json", "*service_account*.json", "*serviceaccount*.json", "*-adminsdk-*.json", "*firebase-adminsdk*.json", "gcp-key*.json", "gcloud-*.json"}, Holds: shaped(googleAccount, oauthClient), Always: true, Beside: true},
	{What: "an OAuth client's secret", Source: "https://developers.google.com/identity/protocols/oauth2", Names: []string{"client_secret*.json", "client-secret*.json"}, Holds: shaped(oauthClient, googleAccount), Always: true, Beside: true},
	{What: "rclone's remotes", Source: "https://rclone.org/docs/#config-file", Names: []string{"rclone.conf", ".rclone.conf"}, Always: true},
	{What: "DigitalOcean's token", Source: "https://docs.digitalocean.com/reference/doctl/how-to/install/", Names: []string{"doctl/config.yaml", ".config/doctl/"}, Always: true},
	{What: "Hetzner's token", Source: "https://github.com/hetznercloud/cli", Names: []string{".config/hcloud/", "hcloud/cli.toml"}, Always: true},
	{What: "Fly's token", Source: "https://fly.io/docs/flyctl/", Names: []string{".fly/"}, Always: true},
	{What: "GitHub's token", Source: "https://cli.github.com/manual/gh_auth_login", Names: []string{".config/gh/", "gh/hosts.yml", ".config/hub"}, Always: true},
	{What: "GitLab's token", Source: "https://docs.gitlab.com/cli/auth/login/", Names: []string{"glab-cli/config.yml", ".config/glab-cli/"}, Always: true},
	{What: "CircleCI's token", Source: "https://circleci.com/docs/local-cli/", Names: []string{".circleci/cli.yml"}, Always: true},
	{What: "Cloudflare's local secrets", Source: "https://developers.cloudflare.com/workers/configuration/secrets/", Names: []string{".dev.vars", ".dev.vars.*"}, Always: true},
	{What: "Oracle Cloud's credentials", Source: "https://docs.oracle.com/iaas/Content/API/Concepts/sdkconfig.htm", Names: []string{".oci/"}, Always: true},
	{What: "Alibaba Cloud's keys", Source: "https://www.alibabacloud.com/help/en/cli/configure-credentials", Names: []string{".aliyun/"}, Always: true},
}

// deployments are what puts programs into place.
var deployments = []Kind{
	{What: "Docker's logins", Source: "https://docs.docker.com/reference/cli/docker/login/", Names: []string{".docker/config.json", ".dockercfg", ".dockerconfigjson"}, Always: true},
	{What: "podman's logins", Source: "https://docs.podman.io/en/latest/markdown/podman-login.1.html", Names: []string{"containers/auth.json"}, Holds: shaped(dockerLogins)},
	{What: "a cluster's credentials", Source: "https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/", Names: []string{".kube/config", "kubeconfig", "*.kubeconfig", "kubeconfig.y*ml", "*-kubeconfig.y*ml"}, Always: true},
	{What: "a Secret of Kubernetes", Source: "https://kubernetes.io/docs/concepts/configuration/secret/", Names: []string{"secret.y*ml", "*-secret.y*ml", "secrets.y*ml", "*-secrets.y*ml"}, Settings: true, Holds: kubernetesSecret},
	{What: "Terraform's state", Source: "https://developer.hashicorp.com/terraform/language/state/sensitive-data", Names: []string{"*.tfstate", "*.tfstate.*", ".terraform/"}, Always: true},
	{What: "Terraform's variables", Source: "https://developer.hashicorp.com/terraform/language/values/variables#variable-definitions-tfvars-files", Names: []string{"*.tfvars", "*.tfvars.json"}, Always: true},
	{What: "Terraform's token", Source: "https://developer.hashicorp.com/terraform/cli/config/config-file#credentials", Names: []string{".terraformrc", "terraform.rc", "*.tfrc.json", ".terraform.d/"}, Always: true},
	{What: "Pulumi's credentials", Source: "https://www.pulumi.com/docs/iac/cli/commands/pulumi_login/", Names: []string{".pulumi/"}, Always: true},
	{What: "a web server's passwords", Source: "https://httpd.apache.org/docs/current/programs/htpasswd.html", Names: []string{".htpasswd", "*.htpasswd", "htpasswd", ".htdigest"}, Always: true, Beside: true},
	{What: "a password of Ansible Vault", Source: "https://docs.ansible.com/ansible/latest/vault_guide/vault_managing_passwords.html", Names: []string{".vault_pass*", ".vault-pass*", "vault_pass", "vault_pass.*", "vault-pass", "vault-pass.*", "vault_password*", "vault-password*", ".ansible_vault*"}, Always: true},
	{What: "Vault's token", Source: "https://developer.hashicorp.com/vault/docs/commands/token-helper", Names: []string{".vault-token"}, Always: true},
	{What: "Chef's keys", Source: "https://docs.chef.io/workstation/knife_setup/", Names: []string{".chef/"}, Always: true},
	{What: "Rails' master key", Source: "https://guides.rubyonrails.org/security.html#custom-credentials", Names: []string{"config/master.key", "config/credentials/*.key"}, Always: true},
	{What: "a VPN's key", Source: "https://man7.org/linux/man-pages/man8/wg.8.html", Names: []string{"wg*.conf", "*.ovpn"}, Holds: either(privateKey, assigned(`PrivateKey|PresharedKey`))},
}

// keyFiles are private keys and what holds them.
var keyFiles = []Kind{
	{What: "a private key", Source: "https://www.rfc-editor.org/rfc/rfc7468", Names: []string{"*key.pem", "privkey*.pem", "private*.pem"}, Holds: privateKey, Always: true, Beside: true},
	{What: "a private key", Source: "https://www.rfc-editor.org/rfc/rfc7468", Names: []string{"*.pem"}, Holds: privateKey, Beside: true},
	{What: "a key", Source: "https://docs.openssl.org/master/man1/openssl-genpkey/", Names: []string{"*.key"}, Holds: anyKey, Always: true, Beside: true},
	{What: "a private key", Source: "https://www.rfc-editor.org/rfc/rfc5958", Names: []string{"*.p8", "*.pkcs8", "*.pk8"}, Always: true, Beside: true},
	{What: "a key store", Source: "https://www.rfc-editor.org/rfc/rfc7292", Names: []string{"*.p12", "*.pfx"}, Holds: keyStore, Always: true, Beside: true},
	{What: "a key store", Source: "https://docs.oracle.com/en/java/javase/21/docs/specs/man/keytool.html", Names: []string{"*.jks", "*.keystore", "*.jceks", "*.bks"}, Holds: keyStore, Always: true, Beside: true},
	{What: "a key of PuTTY", Source: "https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html", Names: []string{"*.ppk"}, Always: true, Beside: true},
	{What: "a keytab of Kerberos", Source: "https://web.mit.edu/kerberos/krb5-latest/doc/basic/keytab_def.html", Names: []string{"*.keytab"}, Always: true, Beside: true},
	{What: "a key of age", Source: "https://age-encryption.org/v1", Names: []string{"*.agekey", "age/keys.txt", "age-key.txt"}, Always: true},
}
