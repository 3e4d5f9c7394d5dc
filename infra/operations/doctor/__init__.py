"""Is a deployed stage ready for people to rely on? Each question of the production checklist, asked and answered."""
